import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import type { HubThread } from '../support/threadsOnHub.ts';
import { callsOf, resultOf, ThreadsOnHub } from '../support/threadsOnHub.ts';

const late = (answer: string): readonly [string, { answer: string }] => ['mcp__late__late', { answer }];

describe('the answer to a call that has run into its time limit', function () {
  this.timeout(20_000);
  let threads: ThreadsOnHub;

  before(async () => {
    threads = await ThreadsOnHub.create((fixture) => ({ late: fixture.fault('answersLate') }), {
      settings: { requestTimeoutMs: 500 },
    });
  });
  after(() => threads.dispose());

  const cancelled = async (): Promise<unknown> => {
    const { content } = await threads.hub.callTool('late', 'seen', {});
    return JSON.parse((content[0] as { text: string }).text);
  };
  const untilLate = (thread: HubThread): Promise<unknown> =>
    until(thread.runner.onDidAppend, () => thread.of('lateResultArrived').length > 0);

  it('is recorded with the call, whose own result stands', async () => {
    const thread = await threads.calling(late('result'));
    const { done } = await thread.start();
    await untilLate(thread);
    const turn = await done;
    assert.match(resultOf(turn), /did not answer the tool "late" within 0\.5 s/);
    const [call] = callsOf(thread.runner.state.turns.at(-1)!);
    assert.ok(call?.status === 'failed', JSON.stringify(call));
    assert.deepEqual(call.late?.blocks, [{ type: 'text', text: 'found after all' }]);
    assert.equal(call.late?.isError, false);
  });

  it('is recorded as a failure when it is the error of the server', async () => {
    const thread = await threads.calling(late('error'));
    await thread.run();
    await untilLate(thread);
    const [call] = callsOf(thread.lastTurn);
    assert.ok(call?.status === 'failed' && call.late, JSON.stringify(call));
    assert.equal(call.late.isError, true);
    assert.match(JSON.stringify(call.late.blocks), /lost the thread/);
  });

  it('is not waited for by the turn, and the server is told once that the call is cancelled', async () => {
    const before = (await cancelled()) as unknown[];
    const thread = await threads.calling(late('nothing'));
    const turn = await thread.run();
    assert.equal(turn.status, 'completed');
    assert.deepEqual(((await cancelled()) as unknown[]).slice(before.length), ['nothing']);
  });

  it('is of no interest after the person has stopped the turn', async () => {
    const before = (await cancelled()) as unknown[];
    const thread = await threads.calling(late('result'));
    const { done } = await thread.start();
    await until(thread.runner.onDidAppend, () => thread.of('toolCallProgress').length > 0);
    thread.runner.stop();
    assert.equal((await done).status, 'cancelled');
    assert.deepEqual(((await cancelled()) as unknown[]).slice(before.length), ['result']);
    assert.deepEqual(thread.of('lateResultArrived'), []);
  });

  it('reaches the thread when its turn has ended long ago, and the log, so that it is there when it is opened again', async () => {
    const thread = await threads.calling(late('result'));
    await thread.run();
    await untilLate(thread);
    await thread.runner.dispose();
    const [call] = callsOf(await threads.reopen(thread));
    assert.ok(call && 'late' in call && call.late, JSON.stringify(call));
  });
});

describe('a call that goes on and on', function () {
  this.timeout(20_000);
  let threads: ThreadsOnHub;

  before(async () => {
    threads = await ThreadsOnHub.create((fixture) => ({ late: fixture.fault('answersLate') }), {
      settings: { requestTimeoutMs: 250 },
    });
  });
  after(() => threads.dispose());

  it('has more time with each sign of progress, which the thread shows', async () => {
    const thread = await threads.calling(['mcp__late__work', { steps: 30 }]);
    assert.equal(resultOf(await thread.run()), 'worked');
    assert.ok(thread.of('toolCallProgress').length > 2);
  });

  it('is cancelled after ten times its time limit, however much it says', async () => {
    const thread = await threads.calling(['mcp__late__work', { steps: 100_000 }]);
    assert.match(resultOf(await thread.run()), /not done after ten times its time limit of 0\.25 s/);
  });
});
