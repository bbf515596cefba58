import type { ViewPage, ViewPageOptions } from './viewPage.ts';
import {
  anAbsentServer,
  anUnapprovedRemote,
  anUnapprovedServer,
  aPrompt,
  aResource,
  aServer,
  aTemplate,
  aToolEntry,
} from './builders.ts';
import { aReadTarget, aTool, TurnEvents } from './turnEvents.ts';

const longUri = 'demo://resource/static/document/architecture-of-everything.md';

const missingProgram = 'The program “pg-mcp” was not found. Install it.';

const serversInEveryState = [
  aServer({ disabledTools: ['book_trip'], overrides: [{ scope: 'user', source: '/home/ada/.patchbay/mcp.json:12' }] }),
  aServer({
    name: 'a-modern-one-with-a-long-name',
    scope: 'user',
    source: '/home/ada/.patchbay/mcp.json:4',
    transport: 'http',
    protocolVersion: '2026-07-28',
    era: 'modern',
    isSignedIn: true,
  }),
  anAbsentServer({ name: 'remembered', status: 'disconnected', isCached: true, counts: aServer().counts }),
  anAbsentServer({ name: 'starting', status: 'connecting' }),
  anAbsentServer({ name: 'off', status: 'disabled', remedy: 'enable' }),
  anAbsentServer({
    name: 'private',
    transport: 'http',
    status: 'needsAuth',
    error: 'It wants you to sign in at login.example.com.',
    remedy: 'signIn',
  }),
  anAbsentServer({ name: 'broken', status: 'failed', error: missingProgram, remedy: 'openSource' }),
  anAbsentServer({
    name: 'away',
    transport: 'http',
    status: 'failed',
    error: 'Nothing answers at https://mcp.example.com/v1/mcp. Check the address and the network.',
    remedy: 'restart',
    retryAt: 1_796_047_400_000,
  }),
];

/** A view with something of every kind in its state. */
export const sceneOptions: ViewPageOptions = {
  width: 300,
  height: 900,
  answers: {
    resources: [aResource(), aTemplate(), aResource({ server: 'everything-with-a-long-name', uri: longUri })],
    prompts: [aPrompt()],
    tools: () => [aToolEntry(), aToolEntry({ name: 'estimate_cost', isReadOnly: true, isDestructive: false })],
    completions: () => ['Paris', 'Prague'],
  },
  state: {
    servers: [
      aServer(),
      anUnapprovedServer({ name: 'shared-tools' }),
      anAbsentServer({ name: 'broken', status: 'failed', error: missingProgram, remedy: 'openSource' }),
    ],
    configIssues: [
      { code: 'invalid_config', source: '.mcp.json:9', server: 'bad', message: '"command" must be a text.' },
    ],
    draft: {
      text: '',
      revision: 0,
      attachments: [
        { server: 'tour', uri: 'docs://handbook', name: 'Travel handbook' },
        { server: 'everything-with-a-long-name', uri: longUri, name: 'A resource with quite a long title' },
      ],
    },
  },
};

/** What a person may have before them, and how it comes about. */
export const scenes: Readonly<Record<string, (view: ViewPage) => Promise<void>>> = {
  'an empty conversation': async ({ page }) => {
    await page.getByRole('heading', { name: 'Work with your MCP servers' }).waitFor();
  },
  'a conversation with everything in it': showConversation,
  'an error': async ({ page, host }) => {
    const turn = new TurnEvents('t1');
    const message = 'Nothing answers at http://127.0.0.1:9/v1/chat/completions. Start the model server.';
    host.advance(
      turn.started('Hello'),
      turn.text('Half an ans'),
      turn.ended('failed', { code: 'unreachable', message }),
    );
    await page.getByText('The answer could not be completed').waitFor();
  },
  'an approval of a tool': async ({ page, host }) => {
    const turn = new TurnEvents('t1');
    const target = aTool({ description: 'Books', annotations: { destructiveHint: true, openWorldHint: true } });
    const input = { city: 'Paris', traveller: { name: 'Ada' } };
    host.advance(turn.started('Go'), turn.callReady('c1', target, input), turn.approvalRequested('c1'));
    await page.getByRole('button', { name: 'Add a note for the model' }).click();
    await page.getByRole('alertdialog').getByRole('textbox').waitFor();
  },
  'an approval of a resource': async ({ page, host }) => {
    const turn = new TurnEvents('t1');
    host.advance(
      turn.started('Go'),
      turn.callReady('c1', aReadTarget({ uri: longUri }), {}),
      turn.approvalRequested('c1'),
    );
    await page.getByRole('alertdialog').waitFor();
  },
  'a question of a server': async ({ page, host }) => {
    const turn = new TurnEvents('t1');
    const requestedSchema = {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Full name of the traveller', description: 'As in the passport' },
        days: { type: 'integer', title: 'Days', minimum: 1 },
        breakfast: { type: 'boolean', title: 'Breakfast' },
        room: { type: 'string', title: 'Room', enum: ['single', 'double'] },
        extras: { type: 'array', title: 'Extras', items: { type: 'string', enum: ['wifi', 'a-late-arrival'] } },
      },
      required: ['name'],
    };
    host.advance(turn.started('Go'), turn.asked('e1', { mode: 'form', message: 'Who travels?', requestedSchema }));
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Fill this in.').waitFor();
  },
  'an address of a server': async ({ page, host }) => {
    const turn = new TurnEvents('t1');
    const url =
      'https://pay.example.com/a/very/long/path/to/a/checkout?trip=7&token=abcdefghijklmnopqrstuvwxyz0123456789';
    host.advance(turn.started('Go'), turn.asked('e1', { mode: 'url', message: 'Pay for it.', url }));
    await page.getByRole('button', { name: 'Open', exact: true }).waitFor();
  },
  'a queue, versions and a summary': async ({ page, host }) => {
    const [first, second] = [new TurnEvents('t1'), new TurnEvents('t2', 100)];
    const use = { system: 1_000, tools: 2_000, material: 500, conversation: 4_500, window: 10_000 };
    host.advance(first.started('Paris?'), first.text('Yes.'), first.ended());
    host.advance(second.started('Rome?', null), second.measured(use), second.skill('packing', 'Take less.'));
    host.advance(second.commandAnswered('- `book`'), second.roundEnded(), second.ended('cancelled'));
    const result = { reach: { turnId: 't2', rounds: 0 }, summary: 'Paris.', tokensBefore: 9_000, tokensAfter: 800 };
    host.advance({ at: 300, type: 'compactionEnded', compactionId: 'k1', cause: 'asked', result });
    const attachments = [{ server: 'tour', uri: longUri }];
    const message = { id: 'q1', text: 'And after that, what would you see in the city?', attachments };
    host.advance({ at: 301, type: 'messageQueued', message });
    await page.getByRole('button', { name: /^Context/ }).click();
    await page.getByRole('button', { name: 'Send now' }).waitFor();
  },
  'the servers': async ({ page }) => {
    await page.getByRole('button', { name: 'Servers' }).click();
    await page.getByRole('region', { name: 'Servers' }).waitFor();
  },
  'servers in every state': async ({ page, host }) => {
    host.dispatch({ type: 'servers/changed', servers: serversInEveryState, configIssues: [] });
    await page.getByRole('button', { name: 'Servers' }).click();
    await page.getByText('Tools', { exact: true }).first().click();
    await page.getByRole('switch', { name: 'Use book_trip' }).waitFor();
  },
  'approvals of servers': async ({ page, host }) => {
    const local = anUnapprovedServer({ name: 'mine', scope: 'local', source: '.patchbay/mcp.json:2' });
    host.dispatch({
      type: 'servers/changed',
      servers: [anUnapprovedRemote({ name: 'maps' }), local],
      configIssues: [],
    });
    await page.getByRole('button', { name: 'Servers' }).click();
    await page.getByText('Program that makes more headers').waitFor();
  },
  'the resource picker': async ({ page }) => {
    await page.getByRole('button', { name: 'Attach resource' }).click();
    await page.getByRole('option').first().waitFor();
  },
  'a form with proposals': async ({ page }) => {
    await page.getByRole('button', { name: 'Run prompt' }).click();
    await page.getByRole('option', { name: /Plan a trip/ }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('option', { name: 'Prague' }).waitFor();
  },
  'the menu of prompts': async ({ page }) => {
    await page.getByRole('textbox', { name: 'Message' }).fill('/');
    await page.getByRole('option').first().waitFor();
  },
};

async function showConversation({ page, host }: ViewPage): Promise<void> {
  const turn = new TurnEvents('t1');
  const cut = { threadId: 'thread-1', ownerId: 'm1', block: 0, chars: 123_456 };
  host.advance(
    turn.started('What does the handbook at @tour:docs://handbook say about hotels?'),
    turn.material('m1', 'docs://handbook', [{ type: 'text', text: 'Hotels', cut }]),
    turn.prompt('plan_trip', { city: 'Paris' }, [{ type: 'text', text: 'Plan it' }]),
    turn.warning(`The mention @nowhere:${longUri} names no configured server.`),
    turn.reasoning('Thinking'),
    turn.text('# Title\n\n1. one\n\n2. two\n\n- [x] done\n- [ ] open\n\n'),
    turn.text(
      '| City | Nights | Price of a room | Remarks about it |\n|---|--:|---|---|\n| Paris | 3 | 140 euros | fine |\n\n',
    ),
    turn.text(
      '`code` and [link](https://a.example)\n\n```ts\nconst longName = aFunction(withAn, argument);\n```\n\n> quoted\n',
    ),
    turn.callReady('c1', aTool(), { city: 'Paris' }),
    turn.running('c1'),
    turn.failed('c1', [{ type: 'text', text: 'No room.' }]),
    turn.callReady('c2', aTool({ tool: 'other_tool_with_a_long_name' }), {}),
    turn.running('c2'),
    turn.progress('c2', 1, 3, 'Asking'),
  );
  await page.getByRole('progressbar').waitFor();
  await page.getByText('docs://handbook', { exact: true }).click();
  await page.getByText('Reasoning').click();
  await page.getByText('Thinking').waitFor();
}
