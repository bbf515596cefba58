import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelEvent } from '../../../src/core/models/languageModel.ts';
import { ModelError } from '../../../src/core/models/modelError.ts';
import { McpError } from '../../../src/core/mcp/mcpError.ts';
import type { ThreadSetup } from './fakes/aThread.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';
import { aPrompt, aResource, aServer, aTool } from '../../support/servers.ts';

const book = 'mcp__tour__book_trip';
const tour = aServer({
  tools: [aTool()],
  resources: [aResource()],
  prompts: [aPrompt('tour', 'plan_trip', 'city', 'days')],
});
const bypass = { permissionMode: 'bypass' } as const;

describe('ThreadRunner', () => {
  const open: TestThread[] = [];

  async function aThread(setup: ThreadSetup): Promise<TestThread> {
    const thread = await TestThread.create(setup);
    open.push(thread);
    return thread;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((thread) => thread.dispose()));
  });

  describe('a turn', () => {
    it('answers a message and ends', async () => {
      const model = new FakeModel(says('Hel', 'lo'));
      const thread = await aThread({ hub: new FakeHub(), model });
      const turn = await thread.run('Hi');
      assert.equal(turn.status, 'completed');
      assert.deepEqual(turn.parts, [
        { kind: 'markdown', text: 'Hello' },
        { kind: 'roundEnd', usage: undefined, model: 'fake/model' },
      ]);
      assert.deepEqual(model.requests[0]?.messages, [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]);
      assert.deepEqual(
        thread.events.map(({ type }) => type),
        ['turnStarted', 'contextMeasured', 'textDelta', 'roundEnded', 'turnEnded'],
      );
    });

    it('is on disk when it is said to be done', async () => {
      const thread = await aThread({ hub: new FakeHub(), model: new FakeModel(says('Hello')) });
      await thread.run('Hi');
      const written = await readFile(join(thread.storage, 'threads', thread.runner.id, 'events.jsonl'), 'utf8');
      assert.match(written, /"turnEnded".*"completed"\}\n$/);
      const { state } = await thread.store.read(thread.runner.id);
      assert.deepEqual(plain(state), plain(thread.runner.state));
    });

    it('attaches what the text mentions before the model is asked', async () => {
      const hub = new FakeHub(tour);
      const model = new FakeModel(says('It says …'));
      const thread = await aThread({ hub, model });
      await thread.run('What does @tour:docs://handbook say?');
      assert.deepEqual(hub.requests, [{ kind: 'resource', server: 'tour', item: 'docs://handbook' }]);
      assert.deepEqual(thread.of('approvalRequested'), []);
      const [material, own] = model.requests[0]!.messages;
      assert.match(JSON.stringify(material), /content of docs:\/\/handbook/);
      assert.match(JSON.stringify(own), /What does @tour:docs:\/\/handbook say\?/);
    });

    it('goes on without a mention that cannot be read, and fails when nothing else was sent', async () => {
      const hub = new FakeHub(tour);
      hub.onResource = () => Promise.reject(new McpError('timeout', 'tour', 'The server did not answer.'));
      const model = new FakeModel(says('Sorry'));
      const thread = await aThread({ hub, model });
      assert.equal((await thread.run('See @tour:docs://handbook')).status, 'completed');
      assert.equal(thread.lastTurn.warnings[0]?.code, 'mention_failed');
      const attached = await thread.runner.submit('', [{ server: 'tour', uri: 'docs://handbook' }]);
      assert.equal(attached.status === 'started' && (await attached.done), 'failed');
      assert.equal(thread.lastTurn.error?.code, 'nothing_to_send');
      assert.equal(model.requests.length, 1);
    });

    it('runs a prompt from its command and from a form, without giving the command to the model', async () => {
      const hub = new FakeHub(tour);
      const model = new FakeModel(says('Day 1'), says('Day 1'));
      const thread = await aThread({ hub, model });
      assert.equal((await thread.run('/tour:plan_trip Paris 3')).isCommand, true);
      const form = await thread.runner.runPrompt('tour', 'plan_trip', { city: 'Rome', days: '2' });
      assert.equal(form.status === 'started' && (await form.done), 'completed');
      assert.equal(thread.lastTurn.text, '/tour:plan_trip {"city":"Rome","days":"2"}');
      assert.deepEqual(
        hub.requests.map(({ args }) => args),
        [
          { city: 'Paris', days: '3' },
          { city: 'Rome', days: '2' },
        ],
      );
      assert.doesNotMatch(JSON.stringify(model.requests.map(({ messages }) => messages)), /\/tour:plan_trip/);
    });

    it('waits for servers that are starting before it judges a command', async () => {
      const hub = new FakeHub(aServer({}, {}, { status: 'connecting' }));
      hub.onReady = () => {
        hub.snapshots = [tour];
        return Promise.resolve();
      };
      const thread = await aThread({ hub, model: new FakeModel(says('Day 1')) });
      assert.equal((await thread.run('/tour:plan_trip Paris 3')).status, 'completed');
    });

    it('does not start for missing arguments or unknown commands, and leaves no trace', async () => {
      const thread = await aThread({ hub: new FakeHub(tour), model: new FakeModel(says('Hello')) });
      const missing = await thread.runner.submit('/tour:plan_trip Paris');
      assert.deepEqual(missing.status === 'needsArguments' && [missing.values, missing.missing], [
        { city: 'Paris' },
        ['days'],
      ]);
      assert.equal((await thread.runner.submit('/tour:nothing')).status, 'rejected');
      assert.deepEqual(thread.events, []);
      assert.equal((await thread.run('Hi')).status, 'completed');
    });

    it('fails when its prompt cannot be fetched, and the conversation goes on', async () => {
      const hub = new FakeHub(tour);
      hub.onPrompt = () => Promise.reject(new McpError('protocol', 'tour', 'No such city.'));
      const model = new FakeModel(says('Hello'));
      const thread = await aThread({ hub, model });
      const turn = await thread.run('/tour:plan_trip Atlantis 3');
      assert.equal(turn.status, 'failed');
      assert.match(turn.error?.message ?? '', /No such city\./);
      assert.equal((await thread.run('Hi')).status, 'completed');
    });

    it('says that a server it names in plain words is not there; others are not mentioned', async () => {
      const pending = aServer({}, { name: 'tour' }, { status: 'needsApproval' });
      const failure = { code: 'exited', message: 'It ended with code 1.' } as const;
      const broken = aServer({}, { name: 'zoo' }, { status: 'failed', failure });
      const model = new FakeModel(says('ok'), says('ok'), says('ok'));
      const thread = await aThread({ hub: new FakeHub(pending, broken), model });
      assert.deepEqual((await thread.run('Hello, my detour was long')).warnings, []);
      const [warning, ...others] = (await thread.run('Read docs://handbook from Tour.')).warnings;
      assert.deepEqual([warning?.code, warning?.server, others], ['pending_approval', 'tour', []]);
      assert.equal((await thread.run('ask zoo')).warnings[0]?.code, 'connection_failed');
    });
  });

  describe('tool calls', () => {
    it('run after their approval, and their result goes to the next round', async () => {
      const hub = new FakeHub(tour);
      const model = new FakeModel(calls([book, { city: 'Paris' }]), says('Booked'));
      const thread = await aThread({ hub, model });
      const asked = thread.next('approvalRequested');
      const turn = thread.run('Book Paris');
      const { toolCallId } = await asked;
      assert.deepEqual(hub.requests, []);
      assert.equal(thread.runner.answerApproval({ toolCallId, decision: 'allow', scope: 'once' }), true);
      assert.equal((await turn).status, 'completed');
      assert.deepEqual(hub.requests, [{ kind: 'tool', server: 'tour', item: 'book_trip', args: { city: 'Paris' } }]);
      assert.deepEqual(model.requests[1]?.messages.at(-1), {
        role: 'tool',
        results: [{ toolCallId, name: book, content: [{ type: 'text', text: 'book_trip ran' }], isError: false }],
      });
    });

    it('are asked one after another; a denial with a note reaches the model and the others go on', async () => {
      const hub = new FakeHub(tour);
      const cities = ['Paris', 'Rome', 'Oslo'];
      const model = new FakeModel(calls(...cities.map((city) => [book, { city }] as const)), says('Done'));
      const thread = await aThread({ hub, model });
      let asked = 0;
      thread.runner.onDidAppend((event) => {
        if (event.type !== 'approvalRequested') return;
        const { toolCallId } = event;
        const waiting = thread.runner.state.current?.parts.filter(
          (part) => part.kind === 'toolCall' && part.call.status === 'pendingApproval',
        );
        assert.equal(waiting?.length, 1);
        asked += 1;
        const isSecond = asked === 2;
        const note = isSecond ? { note: 'Rome is too hot' } : {};
        thread.runner.answerApproval({ toolCallId, decision: isSecond ? 'deny' : 'allow', scope: 'once', ...note });
      });
      await thread.run('Book all');
      assert.equal(asked, 3);
      assert.deepEqual(
        hub.requests.map(({ args }) => args?.['city']),
        ['Paris', 'Oslo'],
      );
      const message = model.requests[1]?.messages.at(-1);
      const results = message?.role === 'tool' ? message.results : [];
      assert.deepEqual(
        results.map(({ isError }) => isError),
        [false, true, false],
      );
      assert.match(JSON.stringify(results[1]), /user denied this call.*Rome is too hot/);
    });

    it('have ids of their own when the provider numbers them anew in each answer', async () => {
      const hub = new FakeHub(tour);
      const model = new FakeModel(calls([book, { city: 'Paris' }]), calls([book, { city: 'Rome' }]), says('Done'));
      const thread = await aThread({ hub, model });
      const first = thread.next('approvalRequested');
      const turn = thread.run('Book both');
      const { toolCallId: firstId } = await first;
      const second = thread.next('approvalRequested');
      thread.runner.answerApproval({ toolCallId: firstId, decision: 'allow', scope: 'once' });
      const { toolCallId: secondId } = await second;
      // A second click on the first dialog must not meet the second call.
      assert.equal(thread.runner.answerApproval({ toolCallId: firstId, decision: 'allow', scope: 'once' }), false);
      assert.equal(hub.requests.length, 1);
      thread.runner.answerApproval({ toolCallId: secondId, decision: 'deny', scope: 'once' });
      await turn;
      assert.equal(hub.requests.length, 1);
    });

    it('are denied by default where nobody can answer, and the turn ends well', async () => {
      const hub = new FakeHub(tour);
      const model = new FakeModel(calls([book, { city: 'Paris' }]), says('I may not'));
      const thread = await aThread({ hub, model, canAsk: false });
      assert.equal((await thread.run('Book')).status, 'completed');
      assert.deepEqual(hub.requests, []);
      assert.deepEqual(
        thread.of('approvalResolved').map(({ decision, by }) => [decision, by]),
        [['denied', 'default']],
      );
    });

    it('see the tools of the servers as they are in each round', async () => {
      const hub = new FakeHub(tour);
      hub.onTool = () => {
        hub.snapshots = [];
        return Promise.resolve({ content: [], isError: false, raw: null });
      };
      const model = new FakeModel(calls([book, { city: 'Paris' }]), says('Done'));
      const thread = await aThread({ hub, model, settings: bypass });
      await thread.run('Book');
      assert.deepEqual(
        model.requests.map(({ tools }) => tools.length),
        [3, 0],
      );
    });

    it('end the turn as maxRounds after the rounds of the setting, with their results', async () => {
      const hub = new FakeHub(tour);
      const again = calls([book, { city: 'Paris' }]);
      const model = new FakeModel(again, again, again, says('Done'));
      const thread = await aThread({ hub, model, settings: { ...bypass, maxRounds: 2 } });
      const turn = await thread.run('Book for ever');
      assert.equal(turn.status, 'maxRounds');
      assert.equal(model.requests.length, 2);
      assert.equal(thread.of('toolCallEnded').length, 2);
    });
  });

  describe('a model that fails', () => {
    async function* breaking(...events: ModelEvent[]): AsyncGenerator<ModelEvent> {
      yield* events;
      throw new ModelError('stream_broken', 'The connection to the model ended midway. Try again.');
      await Promise.resolve();
    }

    it('ends the turn with its code and message; what was streamed stays, and open calls get their end', async () => {
      const call: ModelEvent = { type: 'toolCall', id: '1', name: book, input: { city: 'Paris' } };
      const model = new FakeModel(() => breaking({ type: 'text', delta: 'Half' }, call), says('Again'));
      const hub = new FakeHub(tour);
      const thread = await aThread({ hub, model, settings: bypass });
      const turn = await thread.run('Go');
      assert.equal(turn.status, 'failed');
      assert.deepEqual(turn.error, {
        code: 'stream_broken',
        message: 'The connection to the model ended midway. Try again.',
      });
      assert.deepEqual(turn.parts[0], { kind: 'markdown', text: 'Half' });
      assert.deepEqual(hub.requests, []);
      assert.equal(thread.of('toolCallEnded')[0]?.reason, 'aborted');
      assert.equal((await thread.run('Again')).status, 'completed');
    });

    it('that is not configured fails the turn and keeps what was typed', async () => {
      const error = new ModelError('not_configured', 'No such model.');
      const thread = await aThread({ hub: new FakeHub(), model: () => Promise.reject(error) });
      const turn = await thread.run('Hi');
      assert.deepEqual([turn.text, turn.error], ['Hi', { code: 'not_configured', message: 'No such model.' }]);
    });

    it('in a way nobody foresaw fails the turn, too', async () => {
      const thread = await aThread({ hub: new FakeHub(), model: new FakeModel() });
      const turn = await thread.run('Hi');
      assert.equal(turn.error?.code, 'internal');
      assert.match(turn.error.message, /The script has no more rounds/);
    });

    it('by ending without an end, with nothing, or in the middle is said', async () => {
      const started: ModelEvent = { type: 'toolCallStart', id: '1', name: book };
      const model = new FakeModel(
        [{ type: 'text', delta: 'Half' }],
        says(),
        [{ type: 'text', delta: 'Long' }, started, { type: 'finish', reason: 'length' }],
        [
          { type: 'text', delta: 'I would' },
          { type: 'finish', reason: 'filtered' },
        ],
      );
      const thread = await aThread({ hub: new FakeHub(tour), model, settings: bypass });
      assert.equal((await thread.run('One')).error?.code, 'stream_broken');
      const empty = await thread.run('Two');
      assert.deepEqual([empty.status, empty.warnings[0]?.code], ['completed', 'empty_answer']);
      const cut = await thread.run('Three');
      assert.deepEqual([cut.status, cut.warnings[0]?.code], ['completed', 'answer_cut']);
      const part = cut.parts.find(({ kind }) => kind === 'toolCall');
      assert.equal(part?.kind === 'toolCall' && part.call.status, 'cancelled');
      const filtered = await thread.run('Four');
      assert.deepEqual([filtered.status, filtered.warnings[0]?.code], ['completed', 'answer_filtered']);
    });
  });

  describe('the surface', () => {
    it('may start a turn as soon as another has ended', async () => {
      const model = new FakeModel(says('One'), says('Two'));
      const thread = await aThread({ hub: new FakeHub(), model });
      const first = thread.runner.submit('One');
      const following = new Promise((resolve) => {
        const subscription = thread.runner.onDidAppend((event) => {
          if (event.type !== 'turnEnded') return;
          subscription.dispose();
          resolve(thread.runner.submit('Two'));
        });
      });
      await first;
      const second = (await following) as Awaited<typeof first>;
      assert.equal(second.status === 'started' && (await second.done), 'completed');
      assert.equal(model.requests.length, 2);
    });

    it('cannot end a turn by failing to show it', async () => {
      const thread = await aThread({ hub: new FakeHub(), model: new FakeModel(says('Hello')) });
      thread.runner.onDidAppend(() => {
        throw new Error('The view is gone');
      });
      assert.equal((await thread.run('Hi')).status, 'completed');
    });

    it('that closes the thread stops its turn, with everything written', async () => {
      const thread = await aThread({ hub: new FakeHub(tour), model: new FakeModel(calls([book, { city: 'Paris' }])) });
      const asked = thread.next('approvalRequested');
      const turn = thread.run('Book');
      await asked;
      await thread.runner.dispose();
      assert.equal((await turn).status, 'cancelled');
      const { state } = await thread.store.read(thread.runner.id);
      assert.deepEqual(plain(state.turns), plain(thread.runner.state.turns));
      assert.equal((await thread.runner.submit('Hi')).status, 'rejected');
    });
  });

  describe('the log', () => {
    it('that had damaged lines is reported with the next turn', async () => {
      const thread = await aThread({ hub: new FakeHub(), model: new FakeModel(says('One')) });
      await thread.run('Hi');
      const file = join(thread.storage, 'threads', thread.runner.id, 'events.jsonl');
      await appendFile(file, 'damaged\n');
      const again = await thread.reopen(new FakeModel(says('Two')));
      assert.equal((await again.run('Go on')).warnings[0]?.code, 'conversation_damaged');
      assert.equal(again.runner.state.turns.length, 2);
    });

    it('that cannot be written is said once, and is whole when it can be written again', async () => {
      const model = new FakeModel(says('One'), says('Two'), says('Three'));
      const thread = await aThread({ hub: new FakeHub(), model });
      await thread.run('One');
      const folder = dirname(join(thread.storage, 'threads', thread.runner.id, 'events.jsonl'));
      const saved = await readFile(join(folder, 'events.jsonl'));
      await rm(folder, { recursive: true });
      await writeFile(folder, '');
      assert.equal((await thread.run('Two')).status, 'completed');
      assert.equal(thread.of('warning').length, 1);
      assert.equal(thread.of('warning')[0]?.warning.code, 'conversation_not_saved');
      await rm(folder);
      await mkdir(folder);
      await writeFile(join(folder, 'events.jsonl'), saved);
      await thread.run('Three');
      const { state } = await thread.store.read(thread.runner.id);
      assert.deepEqual(plain(state), plain(thread.runner.state));
    });
  });
});

/** As it comes back from JSON. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
