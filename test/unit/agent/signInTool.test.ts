import assert from 'node:assert/strict';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { SignInError } from '../../../src/core/mcp/auth/signInError.ts';
import type { ServerDefinition } from '../../../src/core/mcp/config/serverDefinition.ts';
import type { ServerSnapshot } from '../../../src/core/mcp/hubPort.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aServer, aTool, connected } from '../../support/servers.ts';
import { allowOnce, denyIt, TestDispatcher, textOf } from './fakes/aDispatcher.ts';
import type { DispatcherSetup } from './fakes/aDispatcher.ts';

const name = 'mcp__tracker__authenticate';

/** A server of the network that wants a sign-in. */
function aWanting(server = 'tracker', definition: Partial<ServerDefinition> = {}): ServerSnapshot {
  const url = 'https://tracker.example/mcp?team=${TEAM}&key=s3cret';
  const transport = { type: 'http', url, headers: {}, triesSse: false, oauth: {}, cwd: '/' } as const;
  const state = { status: 'needsAuth', message: 'It asks for a sign-in.' } as const;
  return aServer({}, { name: server, transport, raw: { url }, ...definition }, state);
}

function aSignedIn(...tools: string[]): ServerSnapshot {
  const catalog = { tools: tools.map((tool) => aTool({ server: 'tracker', name: tool })) };
  return aServer(catalog, { name: 'tracker' });
}

function unexpected(event: ThreadEvent): never {
  assert.fail(`Nothing is to happen, but: ${event.type}`);
}

describe('the sign-in that a model is offered', () => {
  const open: TestDispatcher[] = [];

  async function aDispatcher(setup: DispatcherSetup): Promise<TestDispatcher> {
    const dispatcher = await TestDispatcher.create(setup);
    open.push(dispatcher);
    return dispatcher;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((dispatcher) => dispatcher.dispose()));
  });

  async function offered(hub: FakeHub): Promise<string[]> {
    const { dispatcher } = await aDispatcher({ hub });
    return (await dispatcher.tools({ schemaDialect: 'openai' })).map((tool) => tool.name);
  }

  /** A hub whose server is connected, with these tools, once the person has signed in. */
  function aHub(...tools: string[]): FakeHub {
    const hub = new FakeHub(aWanting());
    hub.onSignIn = () => {
      hub.snapshots = [aSignedIn(...tools)];
      return Promise.resolve(connected());
    };
    return hub;
  }

  describe('is there', () => {
    it('only while its server needs it', async () => {
      const hub = new FakeHub(aWanting());
      assert.deepEqual(await offered(hub), [name]);
      for (const status of ['disabled', 'needsApproval', 'disconnected', 'connecting'] as const) {
        hub.snapshots = [aServer({}, { name: 'tracker' }, { status })];
        assert.deepEqual(await offered(hub), [], status);
      }
      hub.snapshots = [aSignedIn('find')];
      assert.deepEqual(await offered(hub), ['mcp__tracker__find']);
    });

    it('nowhere that nobody can sign in', async () => {
      const hub = new FakeHub(aWanting());
      hub.hasSignInSurface = false;
      assert.deepEqual(await offered(hub), []);
    });

    it('under a name of its own, which takes none from a tool', async () => {
      const tool = aTool({
        server: 'issue-tracker',
        name: 'authenticate',
        publicName: 'mcp__issue_tracker__authenticate',
      });
      const hub = new FakeHub(aWanting('issue_tracker'), aServer({ tools: [tool] }, { name: 'issue-tracker' }));
      const [ofServer, signIn, ...others] = await offered(hub);
      assert.deepEqual([ofServer, others], [tool.publicName, []]);
      assert.match(signIn ?? '', /^mcp__issue_tracker__authenticate_[0-9a-f]{8}$/);
      const { dispatcher } = await aDispatcher({ hub });
      assert.equal(dispatcher.target(tool.publicName, {}).kind, 'tool');
      assert.deepEqual(dispatcher.target(signIn ?? '', {}).kind, 'signIn');
    });

    it('under a name that every provider takes', async () => {
      const names = await offered(new FakeHub(aWanting('a'.repeat(80)), aWanting('a b'), aWanting('a-b')));
      assert.equal(new Set(names).size, 3);
      for (const it of names) assert.match(it, /^[A-Za-z0-9_]{1,64}$/);
    });

    it('for a model that writes its name in another way', async () => {
      const hub = aHub('find');
      const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
      assert.equal((await dispatcher.run('mcp--Tracker--Authenticate', {})).status, 'completed');
    });
  });

  describe('asks', () => {
    it('and then signs in, and says what the server has', async () => {
      const hub = aHub('find', 'close');
      const dispatcher = await aDispatcher({ hub, answer: () => ({ ...allowOnce, note: 'use the blue account' }) });
      const outcome = await dispatcher.run(name, {});
      assert.equal(outcome.status, 'completed');
      assert.match(textOf(outcome), /use the blue account\nThe server 'tracker' is connected\. It has 2 tools/);
      assert.deepEqual(dispatcher.steps, ['approvalRequested', 'approvalResolved', 'toolCallRunning']);
      assert.deepEqual(hub.requests, [{ kind: 'signIn', server: 'tracker', item: '' }]);
    });

    it('naming server and address, without what is secret in it', async () => {
      const { dispatcher } = await aDispatcher({ hub: new FakeHub(aWanting()) });
      const { url, ...target } = dispatcher.target(name, {}) as Extract<
        ReturnType<typeof dispatcher.target>,
        { kind: 'signIn' }
      >;
      assert.deepEqual(target, { kind: 'signIn', server: 'tracker' });
      assert.match(url, /^https:\/\/tracker\.example\/mcp\?team=\$\{TEAM\}&key=(?!s3cret)/);
    });

    it('each time, also after an answer for longer', async () => {
      const hub = new FakeHub(aWanting());
      const dispatcher = await aDispatcher({ hub, answer: () => ({ decision: 'allow', scope: 'always' }) });
      await dispatcher.run(name, {});
      await dispatcher.run(name, {});
      assert.equal(dispatcher.steps.filter((step) => step === 'approvalRequested').length, 2);
      const scopes = dispatcher.events.flatMap((event) => (event.type === 'approvalResolved' ? [event.scope] : []));
      assert.deepEqual(scopes, ['once', 'once']);
    });

    it('nobody in the mode that asks nothing', async () => {
      const hub = aHub('find');
      const dispatcher = await aDispatcher({ hub, settings: { permissionMode: 'bypass' } });
      assert.equal((await dispatcher.run(name, {})).status, 'completed');
      assert.equal(hub.requests.length, 1);
    });

    it('nobody when a call before it has signed in', async () => {
      const hub = aHub('authenticate');
      const dispatcher = await aDispatcher({ hub });
      const target = dispatcher.dispatcher.target(name, {});
      await hub.signIn('tracker');
      const signal = new AbortController().signal;
      const context = {
        threadId: 't',
        turnId: 't',
        toolCallId: 'c',
        signal,
        emit: unexpected,
        now: () => 1,
        save: () => Promise.resolve(),
      };
      const outcome = await dispatcher.dispatcher.run({ name, input: {}, target }, context);
      assert.equal(outcome.status, 'completed');
      assert.match(textOf(outcome), /It has one tool/);
      assert.deepEqual(
        hub.requests.map(({ kind }) => kind),
        ['signIn'],
      );
    });
  });

  describe('tells how to sign in otherwise', () => {
    const way = /list, or with "patchbay mcp auth tracker"/;

    it('when it is denied', async () => {
      const hub = new FakeHub(aWanting());
      const outcome = await (await aDispatcher({ hub, answer: () => denyIt })).run(name, {});
      assert.deepEqual([outcome.status, 'reason' in outcome && outcome.reason], ['cancelled', 'denied']);
      assert.match(textOf(outcome), way);
      assert.deepEqual(hub.requests, []);
    });

    it('when nobody can answer', async () => {
      const hub = new FakeHub(aWanting());
      const outcome = await (await aDispatcher({ hub, canAsk: false })).run(name, {});
      assert.match(textOf(outcome), /nobody can answer here/);
      assert.match(textOf(outcome), way);
      assert.doesNotMatch(textOf(outcome), /--allowed-tools/);
      assert.deepEqual(hub.requests, []);
    });

    it('when nobody can sign in, whom it asks nothing', async () => {
      const hub = new FakeHub(aWanting());
      hub.hasSignInSurface = false;
      const outcome = await (await aDispatcher({ hub })).run(name, {});
      assert.equal(outcome.status, 'failed');
      assert.match(textOf(outcome), way);
      assert.deepEqual(hub.requests, []);
    });

    it('when the person does not finish', async () => {
      const hub = new FakeHub(aWanting());
      hub.onSignIn = () => Promise.reject(new SignInError('timeout', 'The sign-in to "tracker" took too long.'));
      const outcome = await (await aDispatcher({ hub, answer: () => allowOnce })).run(name, {});
      assert.equal(outcome.status, 'failed');
      assert.match(textOf(outcome), /took too long\. Go on without/);
      assert.match(textOf(outcome), way);
    });
  });

  it('says when the server is not connected for all that', async () => {
    const hub = new FakeHub(aWanting());
    const state = { status: 'failed', failure: { code: 'unreachable', message: 'Nothing answers there.' } } as const;
    hub.onSignIn = () => {
      hub.snapshots = [aServer({}, { name: 'tracker' }, state)];
      return Promise.resolve(state);
    };
    const outcome = await (await aDispatcher({ hub, answer: () => allowOnce })).run(name, {});
    assert.equal(outcome.status, 'failed');
    assert.match(
      textOf(outcome),
      /The user signed in\.\nThe server 'tracker' is not available: Nothing answers there\./,
    );
  });

  it('goes nowhere else than where the person allowed it to', async () => {
    const hub = new FakeHub(aWanting());
    const answer = (): typeof allowOnce => {
      hub.snapshots = [aWanting('tracker', { hash: 'definition-2' })];
      return allowOnce;
    };
    const outcome = await (await aDispatcher({ hub, answer })).run(name, {});
    assert.equal(outcome.status, 'failed');
    assert.match(textOf(outcome), /changed while the approval was open/);
    assert.deepEqual(hub.requests, []);
  });

  it('is given up with the turn', async () => {
    const hub = new FakeHub(aWanting());
    const stop = new AbortController();
    let given: AbortSignal | undefined;
    hub.onSignIn = (_name, signal) => {
      given = signal;
      stop.abort();
      return new Promise(() => undefined);
    };
    const outcome = await (await aDispatcher({ hub, answer: () => allowOnce })).run(name, {}, stop.signal);
    assert.deepEqual([outcome.status, 'reason' in outcome && outcome.reason], ['cancelled', 'aborted']);
    assert.equal(given?.aborted, true);
  });
});
