import assert from 'node:assert/strict';
import type { ModelEvent } from '../../../src/core/models/languageModel.ts';
import { isToolCallEnded } from '../../../src/shared/thread/toolCall.ts';
import type { ThreadSetup } from './fakes/aThread.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';
import { aPrompt, aResource, aServer, aTool } from '../../support/servers.ts';

const book = 'mcp__tour__book_trip';
const twoCalls = calls([book, { city: 'Paris' }], [book, { city: 'Rome' }]);
const never = new Promise<never>(() => undefined);

function aHub(): FakeHub {
  return new FakeHub(
    aServer({ tools: [aTool()], resources: [aResource()], prompts: [aPrompt('tour', 'plan_trip', 'city', 'days')] }),
  );
}

/** A promise that tells when the code under test has come to the place where it waits. */
function arrival(): { readonly reached: Promise<void>; readonly wait: () => Promise<never> } {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return {
    reached,
    wait: () => {
      reach();
      return never;
    },
  };
}

describe('stopping a turn', () => {
  const open: TestThread[] = [];
  const unhandled: unknown[] = [];
  const listen = (error: unknown): void => void unhandled.push(error);

  before(() => process.on('unhandledRejection', listen));
  after(() => process.off('unhandledRejection', listen));

  async function aThread(setup: ThreadSetup): Promise<TestThread> {
    const thread = await TestThread.create(setup);
    open.push(thread);
    return thread;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((thread) => thread.dispose()));
    assert.deepEqual(unhandled, []);
  });

  /** The turn is over although nothing that it waited for ever answers, every call has its end, and the next turn runs. */
  async function assertStopped(thread: TestThread, turn: Promise<{ readonly status: string }>): Promise<void> {
    thread.runner.stop();
    assert.equal((await turn).status, 'cancelled');
    const ready = thread.of('toolCallReady').map(({ toolCallId }) => toolCallId);
    const ended = thread.of('toolCallEnded').map(({ toolCallId }) => toolCallId);
    assert.deepEqual(ended, ready);
    for (const part of thread.lastTurn.parts) assert.ok(part.kind !== 'toolCall' || isToolCallEnded(part.call));
    const count = thread.events.length;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(thread.events.length, count);
    const next = await thread.reopen(new FakeModel(says('Hello')));
    open.push(next);
    assert.equal((await next.run('Hi')).status, 'completed');
  }

  it('while servers are starting', async () => {
    const { reached, wait } = arrival();
    const hub = aHub();
    hub.onReady = wait;
    const thread = await aThread({ hub, model: new FakeModel() });
    const turn = thread.run('Hi');
    await reached;
    hub.onReady = () => Promise.resolve();
    await assertStopped(thread, turn);
  });

  it('while a resource is read for a mention', async () => {
    const { reached, wait } = arrival();
    const hub = aHub();
    hub.onResource = wait;
    const thread = await aThread({ hub, model: new FakeModel() });
    const turn = thread.run('See @tour:docs://handbook');
    await reached;
    await assertStopped(thread, turn);
  });

  it('while a prompt is fetched', async () => {
    const { reached, wait } = arrival();
    const hub = aHub();
    hub.onPrompt = wait;
    const thread = await aThread({ hub, model: new FakeModel() });
    const turn = thread.run('/tour:plan_trip Paris 3');
    await reached;
    await assertStopped(thread, turn);
  });

  it('while the model is made ready', async () => {
    const { reached, wait } = arrival();
    const thread = await aThread({ hub: aHub(), model: wait });
    const turn = thread.run('Hi');
    await reached;
    await assertStopped(thread, turn);
  });

  it('while the model streams, although it heeds no signal; what it said stays', async () => {
    const { reached, wait } = arrival();
    async function* hanging(): AsyncGenerator<ModelEvent> {
      yield { type: 'text', delta: 'Half' };
      yield { type: 'toolCallStart', id: '1', name: book };
      await wait();
    }
    const thread = await aThread({ hub: aHub(), model: new FakeModel(hanging) });
    const turn = thread.run('Hi');
    await reached;
    await assertStopped(thread, turn);
    assert.deepEqual(thread.lastTurn.parts[0], { kind: 'markdown', text: 'Half' });
  });

  it('while a call waits for its approval; a late click approves nothing', async () => {
    const hub = aHub();
    const thread = await aThread({ hub, model: new FakeModel(twoCalls) });
    const asked = thread.next('approvalRequested');
    const turn = thread.run('Book');
    const { toolCallId } = await asked;
    await assertStopped(thread, turn);
    assert.equal(thread.runner.answerApproval({ toolCallId, decision: 'allow', scope: 'always' }), false);
    assert.deepEqual(hub.requests, []);
    assert.deepEqual(
      thread.of('toolCallEnded').map(({ status, reason }) => [status, reason]),
      [
        ['cancelled', 'aborted'],
        ['cancelled', 'aborted'],
      ],
    );
  });

  it('while a call runs; the server is told and the calls after it are not made', async () => {
    const { reached, wait } = arrival();
    const hub = aHub();
    let received: AbortSignal | undefined;
    hub.onTool = (_tool, _args, options) => {
      received = options?.signal;
      return wait();
    };
    const thread = await aThread({ hub, model: new FakeModel(twoCalls), settings: { permissionMode: 'bypass' } });
    const turn = thread.run('Book');
    await reached;
    await assertStopped(thread, turn);
    assert.equal(received?.aborted, true);
    assert.equal(hub.requests.length, 1);
  });

  it('and hears no more of a call that goes on by itself', async () => {
    const { reached, wait } = arrival();
    const hub = aHub();
    let report = (): void => assert.fail('the call was not made');
    hub.onTool = (_tool, _args, options) => {
      report = () => options?.onProgress?.({ progress: 1 });
      return wait();
    };
    const thread = await aThread({ hub, model: new FakeModel(twoCalls), settings: { permissionMode: 'bypass' } });
    const turn = thread.run('Book');
    await reached;
    thread.runner.stop();
    await turn;
    report();
    await thread.runner.dispose();
    assert.deepEqual(thread.of('toolCallProgress'), []);
  });

  it('before it began, while the servers of a command are awaited', async () => {
    const { reached, wait } = arrival();
    const hub = aHub();
    hub.onReady = wait;
    const thread = await aThread({ hub, model: new FakeModel(says('Hello')) });
    const outcome = thread.runner.submit('/tour:plan_trip Paris 3');
    await reached;
    thread.runner.stop();
    assert.deepEqual(await outcome, {
      status: 'rejected',
      code: 'stopped',
      message: 'Stopped before anything was sent.',
    });
    assert.deepEqual(thread.events, []);
    hub.onReady = () => Promise.resolve();
    assert.equal((await thread.run('Hi')).status, 'completed');
  });

  it('does nothing when no turn runs', async () => {
    const thread = await aThread({ hub: aHub(), model: new FakeModel(says('Hello')) });
    thread.runner.stop();
    assert.equal((await thread.run('Hi')).status, 'completed');
    thread.runner.stop();
    assert.equal(thread.lastTurn.status, 'completed');
  });
});
