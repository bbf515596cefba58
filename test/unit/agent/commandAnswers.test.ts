import assert from 'node:assert/strict';
import { planInput } from '../../../src/core/agent/input/inputPlanner.ts';
import { codeText, plainText } from '../../../src/core/agent/commands/markdownText.ts';
import { compactAnswer } from '../../../src/core/agent/commands/compactAnswer.ts';
import type { ServerSnapshot } from '../../../src/core/mcp/hubPort.ts';
import { aPrompt, aResource, aServer, aSkill, aTemplate, aTool } from '../../support/servers.ts';

function answer(text: string, servers: readonly ServerSnapshot[]): string {
  const plan = planInput(servers, text, []);
  assert(plan.kind === 'command', JSON.stringify(plan));
  return plan.answer;
}

const tour = aServer({
  tools: [aTool(), aTool({ name: 'cancel_trip', description: undefined, title: 'Cancels' })],
  resources: [aResource(), aResource({ uri: 'docs://bare', name: 'docs://bare', description: undefined })],
  resourceTemplates: [aTemplate()],
  prompts: [
    { ...aPrompt('tour', 'plan_trip', 'city', 'days?'), description: 'Plans a trip' },
    aPrompt('tour', 'hello'),
  ],
  skills: [aSkill()],
});

describe('the answer of /help', () => {
  it('lists the commands, the prompts with their arguments, and the skills', () => {
    const lines = answer('/help', [tour]).split('\n');
    for (const line of [
      '- `/help` — Lists commands, prompts and skills',
      '- `/export [markdown | json]` — Exports the conversation',
      '- `/tour:plan_trip city [days]` — Plans a trip',
      '- `/tour:hello`',
      '- `$tour:packing` — Packs a bag',
    ]) {
      assert(lines.includes(line), line);
    }
  });

  it('leaves out what no server offers', () => {
    const text = answer('/help', [aServer({ tools: [aTool({ name: 'add' })] }, { name: 'calc' })]);
    assert.doesNotMatch(text, /Prompts of servers|Skills of servers|taken/);
  });

  it('names what did not get its name, and how to call it', () => {
    const twins = aServer({
      prompts: [aPrompt('tour', 'packing')],
      skills: [aSkill(), aSkill({ uri: 'skill://twin' })],
    });
    const text = answer('/help', [twins]);
    assert.match(
      text,
      /\*\*Names that are taken\*\*\n\n- A prompt is called .*packing.*\n- .*has several skills called/,
    );
    assert.match(text, /^- `\$mcp__tour__packing_[0-9a-f]{8}` — Packs a bag$/m);
  });

  it('lists so many as can be read, and says how many more there are', () => {
    const prompts = Array.from({ length: 45 }, (_, index) => aPrompt('tour', `p${index}`));
    const text = answer('/help', [aServer({ prompts })]);
    assert.match(text, /- `\/tour:p29`\n- and 15 more\n/);
    assert.doesNotMatch(text, /p30/);
  });
});

describe('the answer of /mcp', () => {
  it('lists each server with its state and what it offers', () => {
    const failure = { code: 'exited', message: 'It ended with code *1*.' } as const;
    const servers = [
      tour,
      aServer({ tools: [aTool()] }, { name: 'kept' }, { status: 'connecting' }),
      aServer({}, { name: 'off' }, { status: 'disabled' }),
      aServer({}, { name: 'asks' }, { status: 'needsApproval' }),
      aServer({}, { name: 'login' }, { status: 'needsAuth', message: 'Sign in.' }),
      aServer({}, { name: 'broken' }, { status: 'failed', failure }),
      aServer({}, { name: 'out' }, { status: 'disconnected' }),
    ].map((server) => ({ ...server, isCatalogCached: server.definition.name === 'kept' }));
    assert.equal(
      answer('/mcp', servers),
      [
        '- **tour** — Connected. 2 tools, 2 resources, 1 template, 2 prompts, 1 skill.',
        '- **kept** — Connecting. Offered when it was last connected: 1 tool.',
        '- **off** — Disabled.',
        '- **asks** — Needs approval.',
        '- **login** — Needs sign-in: Sign in.',
        '- **broken** — Failed: It ended with code \\*1\\*.',
        '- **out** — Disconnected.',
      ].join('\n'),
    );
  });

  it('says so when none is configured', () => assert.match(answer('/mcp', []), /^No server is configured\./));
});

describe('the answers of /tools, /resources and /prompts', () => {
  const off = aServer({ tools: [aTool()] }, { name: 'other', disabledTools: ['book_trip'] });

  it('list what each server offers', () => {
    assert.equal(
      answer('/tools', [tour, aServer({}, { name: 'none' }), off]),
      '**tour**\n\n- `book_trip` — Books a trip.\n- `cancel_trip` — Cancels\n\n**other**\n\n- `book_trip` — Books a trip. (off)',
    );
    assert.equal(
      answer('/resources', [tour]),
      '**tour**\n\n- `docs://handbook` — Handbook\n- `docs://bare`\n- `docs://city/{name}` — City guide (template)',
    );
    assert.equal(
      answer('/prompts', [tour]),
      '**tour**\n\n- `/tour:plan_trip city [days]` — Plans a trip\n- `/tour:hello`',
    );
  });

  it('list one server when it is named', () => {
    assert.match(answer('/tools other', [tour, off]), /^\*\*other\*\*\n\n- `book_trip`/);
    assert.doesNotMatch(answer('/tools other', [tour, off]), /tour\*\*/);
  });

  it('say so when there is nothing', () => {
    assert.equal(answer('/prompts', [off]), 'No connected server offers prompts. `/mcp` shows their state.');
    assert.match(answer('/prompts other', [off]), /^other offers no prompts, or is not connected\./);
  });

  it('are bounded, less so for one server', () => {
    const tools = Array.from({ length: 250 }, (_, index) => aTool({ name: `t${index}`, description: 'x'.repeat(500) }));
    const big = aServer({ tools });
    assert.match(answer('/tools', [big]), /- and 220 more$/);
    assert.match(answer('/tools tour', [big]), /- and 50 more$/);
    assert.match(answer('/tools', [big]), / — x{160}…\n/);
    const named = aServer({ tools: [aTool({ name: 'n'.repeat(1_000), description: undefined })] });
    assert.match(answer('/tools', [named]), /- `n{300}…`$/);
    const servers = Array.from({ length: 25 }, (_, index) => aServer({ tools: [aTool()] }, { name: `s${index}` }));
    assert.match(answer('/tools', servers), /\n\nand 5 more servers$/);
  });
});

describe('what a server says in an answer', () => {
  const hostile =
    '[click](command:evil) <img src=x> **b** `c` # h\n\n- item\n> q | t ~~s~~ &amp; $x$ https://evil.example www.evil.example a@b.example \u202e';

  it('is no markup, hidden nowhere, and stays on its line', () => {
    const text = plainText(hostile, 500);
    assert.doesNotMatch(text, /\n|(?<!\\)[[\]<*`_~&$@]/);
    assert.doesNotMatch(text, /https:|www\./);
    for (const start of ['# h', '- item', '> q', '+ x', '= x', '| t']) assert.equal(plainText(start, 9), `\\${start}`);
    assert.deepEqual([plainText('1. x', 9), plainText('12) x', 9)], ['1\\. x', '12\\) x']);
    assert.equal(plainText('Costs 3.50 (net) - see 1. above: fine!', 99), 'Costs 3.50 (net) - see 1. above: fine!');
    assert.match(text, /\\u202e|\\\\u202e/);
  });

  it('cannot leave the code span of its name', () => {
    assert.equal(codeText('a`b'), '``a`b``');
    assert.equal(codeText('``x'), '``` ``x ```');
    assert.equal(codeText('a\n\n# b'), '`a # b`');
    const tools = [aTool({ name: 'x` **evil** `', description: hostile })];
    const [, , line = '', ...more] = answer('/tools', [aServer({ tools })]).split('\n');
    assert.match(line, /^- `` x` \*\*evil\*\* ` `` — \\\[click/);
    assert.deepEqual(more, []);
  });
});

describe('the answer of /compact', () => {
  it('says what it saved, or why there is no summary', () => {
    assert.match(
      compactAnswer({ status: 'completed', tokensBefore: 900, tokensAfter: 90 }),
      /about 900 tokens became 90\.$/,
    );
    assert.equal(compactAnswer({ status: 'skipped', message: 'Nothing to do.' }), 'Nothing to do.');
  });
});
