import assert from 'node:assert/strict';
import { McpError } from '../../../src/core/mcp/mcpError.ts';
import { hasInput } from '../../../src/core/agent/turn/inputMessages.ts';
import type { ThreadSetup } from './fakes/aThread.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeModel, says } from './fakes/fakeModel.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aPrompt, aServer, aSkill } from '../../support/servers.ts';

const servers = [
  aServer({ prompts: [aPrompt('tour', 'plan_trip', 'city')], skills: [aSkill()] }),
  aServer({}, { name: 'other' }),
];

describe('a turn of what is typed with a sign', () => {
  const open: TestThread[] = [];

  async function aThread(setup: Partial<ThreadSetup> = {}): Promise<TestThread & { readonly model: FakeModel }> {
    const model = new FakeModel(says('ok'), says('ok'));
    const thread = await TestThread.create({ hub: new FakeHub(...servers), model, ...setup });
    open.push(thread);
    return Object.assign(thread, { model });
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((thread) => thread.dispose()));
  });

  describe('a command that the host answers', () => {
    it('is shown with its answer, asks no model, and is not given to one', async () => {
      const thread = await aThread();
      const turn = await thread.run('/help');
      assert.deepEqual([turn.status, turn.isCommand, turn.text], ['completed', true, '/help']);
      const [part, ...more] = turn.parts;
      assert(part?.kind === 'hostAnswer');
      assert.match(part.text, /`\/tour:plan_trip city`/);
      assert.deepEqual(more, []);
      assert.deepEqual(
        thread.events.map(({ type }) => type),
        ['turnStarted', 'commandAnswered', 'turnEnded'],
      );
      assert.equal(hasInput(turn), false);
      assert.deepEqual(thread.model.requests, []);
      await thread.run('Hi');
      assert.doesNotMatch(JSON.stringify(thread.model.requests), /help|plan_trip city/);
    });

    it('is kept in the conversation', async () => {
      const thread = await aThread();
      await thread.run('/mcp');
      const again = await thread.reopen(new FakeModel());
      open.push(again);
      assert.equal(again.lastTurn.parts[0]?.kind, 'hostAnswer');
    });

    it('does not wait for servers where it tells their state', async () => {
      const hub = new FakeHub(aServer({}, {}, { status: 'connecting' }));
      hub.onReady = () => new Promise(() => {});
      const thread = await aThread({ hub });
      const [part] = (await thread.run('/mcp')).parts;
      assert.equal(part?.kind === 'hostAnswer' && part.text, '- **tour** — Connecting.');
    });
  });

  it('gives the surface what only that can do, and leaves no trace', async () => {
    const thread = await aThread();
    assert.deepEqual(await thread.runner.submit('/clear'), { status: 'command', command: { name: 'clear' } });
    assert.deepEqual(await thread.runner.submit('/model x'), {
      status: 'command',
      command: { name: 'model', argument: 'x' },
    });
    assert.deepEqual(thread.events, []);
    assert.equal((await thread.run('Hi')).status, 'completed');
  });

  it('says what became of /compact', async () => {
    const [part] = (await (await aThread()).run('/compact')).parts;
    assert(part?.kind === 'hostAnswer');
    assert.notEqual(part.text, '');
  });

  describe('a skill', () => {
    it('goes before the words of the person, framed; its name does not go', async () => {
      const hub = new FakeHub(...servers);
      hub.onSkill = () => Promise.resolve('Fold first. !`rm -rf /` $ARGUMENTS');
      const thread = await aThread({ hub });
      const turn = await thread.run('$tour:packing Pack for Rome');
      assert.deepEqual([turn.status, turn.text], ['completed', '$tour:packing Pack for Rome']);
      const messages = thread.model.requests[0]?.messages ?? [];
      assert.equal(messages.length, 2);
      assert.match(JSON.stringify(messages[0]), /not trusted[\s\S]*Fold first\. !`rm -rf \/` \$ARGUMENTS/);
      assert.deepEqual(messages[1], { role: 'user', content: [{ type: 'text', text: 'Pack for Rome' }] });
    });

    it('may stand alone', async () => {
      const thread = await aThread();
      assert.equal((await thread.run('$tour:packing')).status, 'completed');
      assert.equal(thread.model.requests[0]?.messages.length, 1);
    });

    it('that cannot be read keeps the message from the model', async () => {
      const hub = new FakeHub(...servers);
      hub.onSkill = () => Promise.reject(new McpError('protocol', 'tour', 'Its digest is another one.'));
      const thread = await aThread({ hub });
      const turn = await thread.run('$tour:packing Pack');
      assert.equal(turn.status, 'failed');
      assert.deepEqual([turn.error?.code, turn.warnings[0]?.code], ['input_failed', 'skill_read_failed']);
      assert.deepEqual(thread.model.requests, []);
    });

    it('waits for servers that are starting before it is judged', async () => {
      const hub = new FakeHub(aServer({}, {}, { status: 'connecting' }));
      hub.onReady = () => {
        hub.snapshots = servers;
        return Promise.resolve();
      };
      const thread = await aThread({ hub });
      assert.equal((await thread.run('$tour:packing')).status, 'completed');
    });
  });

  describe('a prompt that names a resource of another server', () => {
    function aHub(): FakeHub {
      const hub = new FakeHub(...servers);
      const text = 'Plan with @tour:docs://handbook and @other:kb://secret.';
      hub.onPrompt = () =>
        Promise.resolve({ messages: [{ role: 'user', content: { type: 'text', text } }], raw: null });
      return hub;
    }

    function readsOf({ requests }: FakeHub): string[] {
      return requests.flatMap(({ kind, server, item }) => (kind === 'resource' ? [`${server} ${item}`] : []));
    }

    async function answered(decision: 'allow' | 'deny') {
      const hub = aHub();
      const thread = await aThread({ hub });
      const asked = thread.next('approvalRequested');
      const turn = thread.run('/tour:plan_trip Rome');
      const { toolCallId } = await asked;
      assert.deepEqual(readsOf(hub), ['tour docs://handbook'], 'nothing of the other server is read before the answer');
      thread.runner.answerApproval({ toolCallId, decision, scope: 'once' });
      return { hub, thread, turn: await turn };
    }

    it('asks as the model would, and attaches it when that is allowed', async () => {
      const { hub, thread, turn } = await answered('allow');
      assert.deepEqual(readsOf(hub), ['tour docs://handbook', 'other kb://secret']);
      const [ready] = thread.of('toolCallReady');
      assert.deepEqual(
        [ready?.requestedBy, ready?.name, ready?.target],
        [
          'prompt',
          'access_mcp_resource',
          {
            kind: 'resource',
            server: 'other',
            uri: 'kb://secret',
            name: undefined,
            description: undefined,
            mimeType: undefined,
          },
        ],
      );
      assert.deepEqual(
        turn.materials.map(({ origin, server, uri }) => [origin, server, uri]),
        [
          ['prompt', 'tour', 'docs://handbook'],
          ['prompt', 'other', 'kb://secret'],
        ],
      );
      const [request] = thread.model.requests;
      assert.match(JSON.stringify(request?.messages), /content of kb:\/\/secret/);
      assert.equal(
        request?.messages.some(
          (message) => message.role === 'tool' || (message.role === 'assistant' && message.toolCalls.length > 0),
        ),
        false,
        'the model never wrote that call',
      );
    });

    it('goes on without it when it is denied, and says so', async () => {
      const { hub, thread, turn } = await answered('deny');
      assert.deepEqual(readsOf(hub), ['tour docs://handbook']);
      assert.equal(turn.status, 'completed');
      assert.deepEqual(
        turn.materials.map(({ server }) => server),
        ['tour'],
      );
      assert.match(turn.warnings[0]?.message ?? '', /was not attached\. Type @other:kb:\/\/secret in a message/);
      assert.deepEqual(
        thread.of('toolCallEnded').map(({ status, reason }) => [status, reason]),
        [['cancelled', 'denied']],
      );
      assert.doesNotMatch(JSON.stringify(thread.model.requests), /content of kb/);
    });

    it('is denied without a question where nobody sits, and by a mode or rule that denies', async () => {
      const setups: readonly Partial<ThreadSetup>[] = [
        { canAsk: false },
        { settings: { permissionMode: 'deny' } },
        { settings: { permissionRules: [{ effect: 'deny', server: 'other' }] } },
      ];
      for (const setup of setups) {
        const hub = aHub();
        const thread = await aThread({ hub, ...setup });
        assert.equal((await thread.run('/tour:plan_trip Rome')).status, 'completed');
        assert.deepEqual(readsOf(hub), ['tour docs://handbook']);
        assert.deepEqual(thread.of('approvalRequested'), []);
      }
    });

    it('is read without a question by a rule that allows it', async () => {
      const hub = aHub();
      const settings = { permissionRules: [{ effect: 'allow', server: 'other', uri: 'kb://*' }] } as const;
      const thread = await aThread({ hub, settings });
      await thread.run('/tour:plan_trip Rome');
      assert.deepEqual(readsOf(hub), ['tour docs://handbook', 'other kb://secret']);
    });

    it('ends with the call cancelled when the turn is stopped while it asks', async () => {
      const hub = aHub();
      const thread = await aThread({ hub });
      const asked = thread.next('approvalRequested');
      const turn = thread.run('/tour:plan_trip Rome');
      await asked;
      thread.runner.stop();
      assert.equal((await turn).status, 'cancelled');
      assert.deepEqual(
        thread.of('toolCallEnded').map(({ status }) => status),
        ['cancelled'],
      );
      assert.deepEqual(readsOf(hub), ['tour docs://handbook']);
    });
  });
});
