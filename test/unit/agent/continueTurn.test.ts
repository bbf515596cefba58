import assert from 'node:assert/strict';
import { FakeHub } from '../../support/fakeHub.ts';
import { aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';

const round = calls(['mcp__tour__book_trip', { city: 'Paris' }]);

describe('a turn that used all its rounds', () => {
  const threads: TestThread[] = [];
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.dispose())));

  async function held(model: FakeModel): Promise<TestThread> {
    const hub = new FakeHub(aServer({ tools: [aTool()] }));
    const thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass', maxRounds: 2 } });
    threads.push(thread);
    assert.equal((await thread.run('Book for ever')).status, 'maxRounds');
    return thread;
  }

  async function goOn({ runner }: TestThread): Promise<string> {
    const outcome = await runner.continueTurn();
    assert.ok(outcome.status === 'started', JSON.stringify(outcome));
    return outcome.done;
  }

  it('goes on with as many again when the person lets it, each time', async () => {
    const model = new FakeModel(round, round, round, round, says('Done'));
    const thread = await held(model);
    assert.equal(await goOn(thread), 'maxRounds');
    assert.equal(await goOn(thread), 'completed');
    const { turns } = thread.runner.state;
    assert.deepEqual(
      turns.map(({ text, isContinuation }) => [text, isContinuation]),
      [
        ['Book for ever', undefined],
        ['', true],
        ['', true],
      ],
    );
    assert.equal(turns[1]?.parentId, turns[0]?.id);
  });

  it('goes on from the results, with words of the host and none of the person', async () => {
    const model = new FakeModel(round, round, says('Done'));
    const thread = await held(model);
    await goOn(thread);
    const messages = model.requests.at(-1)?.messages ?? [];
    assert.deepEqual(
      messages.map((message) => [message.role, message.role === 'user' && message.isMeta === true]),
      [
        ['user', false],
        ['assistant', false],
        ['tool', false],
        ['assistant', false],
        ['tool', false],
        ['user', true],
      ],
    );
    assert.match(JSON.stringify(messages.at(-1)), /Not from the user: .*lets you go on/);
  });

  it('goes on after the conversation was opened again', async () => {
    const thread = await held(new FakeModel(round, round));
    const again = await thread.reopen(new FakeModel(says('Done')));
    threads.push(again);
    assert.equal(await goOn(again), 'completed');
  });

  it('holds the queue until it came to its end', async () => {
    const queueing = async function* () {
      assert.equal((await thread.runner.submit('Next')).status, 'queued');
      yield* round;
    };
    const hub = new FakeHub(aServer({ tools: [aTool()] }));
    const model = new FakeModel(queueing, says('Done'), says('Next is done'));
    const thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass', maxRounds: 1 } });
    threads.push(thread);
    assert.equal((await thread.run('Book for ever')).status, 'maxRounds');
    assert.deepEqual([thread.runner.state.queue.length, model.requests.length], [1, 1]);
    assert.equal(await goOn(thread), 'completed');
    while (thread.runner.state.turns.length < 3) await thread.next('turnEnded');
    assert.equal(thread.lastTurn.text, 'Next');
  });

  it('can be gone on with once more as another version', async () => {
    const thread = await held(new FakeModel(round, round, says('One way'), says('Another way')));
    await goOn(thread);
    const first = thread.lastTurn;
    const outcome = await thread.runner.resend(first.id);
    assert.ok(outcome.status === 'started');
    assert.equal(await outcome.done, 'completed');
    assert.deepEqual([thread.lastTurn.isContinuation, thread.lastTurn.parentId], [true, first.parentId]);
    assert.deepEqual(
      thread.runner.state.otherTurns.map(({ id }) => id),
      [first.id],
    );
  });

  it('is not gone on with while something runs, after another turn, or once it is closed', async () => {
    const thread = await held(new FakeModel(round, round, says('Hello')));
    const { runner } = thread;
    const running = await runner.submit('Hello');
    assert.deepEqual(await code(runner.continueTurn()), 'busy');
    assert.ok(running.status === 'started');
    await running.done;
    assert.deepEqual(await code(runner.continueTurn()), 'invalid_input');
    const other = await held(new FakeModel(round, round));
    await other.runner.dispose();
    assert.deepEqual(await code(other.runner.continueTurn()), 'closed');
  });
});

async function code(outcome: ReturnType<TestThread['runner']['continueTurn']>): Promise<string | undefined> {
  const settled = await outcome;
  return settled.status === 'rejected' ? settled.code : undefined;
}
