import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls, FakeModel, says } from '../unit/agent/fakes/fakeModel.ts';
import type { ScriptedRound } from '../unit/agent/fakes/fakeModel.ts';
import type { HubThread } from '../support/threadsOnHub.ts';
import { callsOf, ThreadsOnHub } from '../support/threadsOnHub.ts';
import { builtTour } from './tourClient.ts';
import type { BuiltTour } from './tourClient.ts';

const servers = fileURLToPath(new URL('../servers', import.meta.url));
const pipe = join(servers, 'recordingPipe.mjs');
const calc = { command: process.execPath, args: [join(servers, 'calcServer.mjs')] };

describe('the walk-through of the tour server', function () {
  this.timeout(30_000);
  let built: BuiltTour;
  let threads: ThreadsOnHub;
  let log: string;

  before(async () => {
    built = await builtTour();
    threads = await ThreadsOnHub.create(({ root }) => {
      log = join(root, 'wire.log');
      return {
        tour: { command: process.execPath, args: [pipe, log, process.execPath, built.server] },
        notes: { command: process.execPath, args: [join(servers, 'notesServer.mjs')] },
      };
    });
  });
  after(async () => {
    await threads.dispose();
    await built.remove();
  });

  /** The requests that the wire carried since a moment, as `<method> <what>`. */
  function wire(): string[] {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    return lines
      .map((line) => JSON.parse(line) as { method?: string; params?: { uri?: string; name?: string } })
      .flatMap(({ method = '', params }) =>
        /^(?:resources\/read|prompts\/get|tools\/call)$/.test(method)
          ? [`${method} ${params?.uri ?? params?.name}`]
          : [],
      );
  }

  async function run(text: string, ...rounds: ScriptedRound[]) {
    const model = new FakeModel(...(rounds.length > 0 ? rounds : [says('ok')]));
    const thread = await threads.thread(model);
    const before = wire().length;
    const outcome = await thread.runner.submit(text);
    assert(outcome.status === 'started', JSON.stringify(outcome));
    await outcome.done;
    return { turn: thread.lastTurn, thread, model, sent: wire().slice(before) };
  }

  function mounted({ lastTurn }: HubThread): string[] {
    return lastTurn.materials.map(({ origin, server, uri }) => `${origin} ${server} ${uri}`);
  }

  it('begins with /help, which shows the prompt', async () => {
    const { turn, sent } = await run('/help');
    const [part] = turn.parts;
    assert(part?.kind === 'hostAnswer');
    assert.match(part.text, /^- `\/tour:plan_trip city days` — A day-by-day plan/m);
    assert.deepEqual(sent, []);
  });

  for (const command of [
    '/tour:plan_trip 巴黎 3',
    '/tour:plan_trip (MCP) 巴黎 3',
    '/mcp__tour__plan_trip city=巴黎 days=3',
  ]) {
    it(`mounts exactly one resource for ${command}`, async () => {
      const { turn, thread, model, sent } = await run(command);
      assert.equal(turn.status, 'completed');
      assert.deepEqual(sent, ['prompts/get plan_trip', 'resources/read docs://handbook']);
      assert.deepEqual(mounted(thread), ['prompt tour docs://handbook']);
      const messages = model.requests[0]?.messages ?? [];
      assert.equal(messages.length, 2);
      assert.match(JSON.stringify(messages[0]), /docs:\/\/handbook/);
      assert.match(JSON.stringify(messages[1]), /Please plan a business trip to 巴黎 for 3 days/);
    });
  }

  it('mounts one resource for an ordinary sentence, and then answers', async () => {
    const { turn, thread, model, sent } = await run('请看@tour:docs://handbook，酒店的上限是多少？', says('145 euros'));
    assert.deepEqual(sent, ['resources/read docs://handbook']);
    assert.deepEqual(mounted(thread), ['mention tour docs://handbook']);
    assert.deepEqual(turn.parts[0], { kind: 'markdown', text: '145 euros' });
    const messages = model.requests[0]?.messages ?? [];
    assert.deepEqual(messages[1], {
      role: 'user',
      content: [{ type: 'text', text: '请看@tour:docs://handbook，酒店的上限是多少？' }],
    });
  });

  it('mounts nothing where nothing is mentioned', async () => {
    const { thread, sent } = await run(
      'What does docs://handbook say? Ask me@tour.com, or read `@tour:docs://handbook`.',
    );
    assert.deepEqual(sent, []);
    assert.deepEqual(mounted(thread), []);
  });

  it('lets the model list and read by its pair of tools', async () => {
    const { turn, model, sent } = await run(
      'List the resources and read the handbook.',
      calls(['list_mcp_resources', {}]),
      calls(['access_mcp_resource', { server_name: 'tour', uri: 'docs://handbook' }]),
      says('Read.'),
    );
    assert.deepEqual(sent, ['resources/read docs://handbook']);
    assert.deepEqual(
      callsOf(turn).map(({ status }) => status),
      ['completed', 'completed'],
    );
    assert.match(JSON.stringify(model.requests[2]?.messages), /docs:\/\/handbook.*hotel/i);
  });

  it('makes one request of a prompt that is chosen in a picker', async () => {
    const thread = await threads.thread(new FakeModel(says('ok')));
    const before = wire().length;
    const outcome = await thread.runner.runPrompt('tour', 'plan_trip', { city: 'Paris', days: '3' });
    assert(outcome.status === 'started');
    await outcome.done;
    assert.deepEqual(wire().slice(before), ['prompts/get plan_trip', 'resources/read docs://handbook']);
  });

  it('opens a form, and makes no request, for arguments that are missing', async () => {
    const thread = await threads.thread(new FakeModel());
    const before = wire().length;
    const outcome = await thread.runner.submit('/tour:plan_trip 巴黎');
    assert(outcome.status === 'needsArguments');
    assert.deepEqual([outcome.values, outcome.missing], [{ city: '巴黎' }, ['days']]);
    assert.deepEqual(wire().slice(before), []);
  });

  it('reads several mentions of one line, each once, and fills templates', async () => {
    const { thread, sent } = await run(
      'Compare @tour:docs://city/Paris, (@tour:docs://city/Rome) and @notes:note://today; again @tour:docs://city/Paris.',
    );
    assert.deepEqual(sent.toSorted(), ['resources/read docs://city/Paris', 'resources/read docs://city/Rome']);
    assert.deepEqual(mounted(thread), [
      'mention tour docs://city/Paris',
      'mention tour docs://city/Rome',
      'mention notes note://today',
    ]);
  });

  it('asks for what came back in a prompt from another server, though the person typed it', async () => {
    const { turn, thread } = await run('/tour:plan_trip "@notes:note://today" 3');
    assert.deepEqual(mounted(thread), ['prompt tour docs://handbook', 'prompt notes note://today']);
    const [call] = callsOf(turn);
    assert.deepEqual(
      [call?.name, call?.status !== 'streaming' && call?.requestedBy],
      ['access_mcp_resource', 'prompt'],
    );
    assert.deepEqual(
      thread.of('approvalResolved').map(({ decision, by }) => `${decision} by ${by}`),
      ['allowed by mode'],
    );
  });
});

describe('a configuration with a server of tools alone', function () {
  this.timeout(30_000);
  let threads: ThreadsOnHub;

  before(async () => {
    threads = await ThreadsOnHub.create(() => ({ calc }), { settings: { offersSkills: true } });
  });
  after(() => threads.dispose());

  it('shows no prompts and no skills, and offers nothing to read resources with', async () => {
    const model = new FakeModel(says('ok'));
    const thread = await threads.thread(model);
    const help = await thread.runner.submit('/help');
    assert(help.status === 'started');
    await help.done;
    const [part] = thread.lastTurn.parts;
    assert(part?.kind === 'hostAnswer');
    assert.doesNotMatch(part.text, /of servers\*\*|calc/);
    const hi = await thread.runner.submit('Hi');
    assert(hi.status === 'started');
    await hi.done;
    assert.deepEqual(
      model.requests[0]?.tools.map(({ name }) => name),
      ['mcp__calc__add'],
    );
    assert.deepEqual(model.requests[0]?.messages, [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]);
  });

  it('says of a prompt command that there is none', async () => {
    const thread = await threads.thread(new FakeModel());
    const outcome = await thread.runner.submit('/calc:plan_trip');
    assert(outcome.status === 'rejected');
    assert.match(outcome.message, /^There is no command "\/calc:plan_trip"\. .*No connected server offers prompts\./);
  });
});
