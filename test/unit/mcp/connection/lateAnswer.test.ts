import assert from 'node:assert/strict';
import { untilDeadline } from '../../../../src/core/mcp/connection/lateAnswer.ts';
import { FakeTiming } from '../../../support/fakeTiming.ts';

/** A promise that the test settles. */
interface Settling {
  readonly promise: Promise<string>;
  readonly resolve: (value: string) => void;
  readonly reject: (error: Error) => void;
}

function aPromise(): Settling {
  let resolve: Settling['resolve'] = () => undefined;
  let reject: Settling['reject'] = () => undefined;
  const promise = new Promise<string>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve: (value) => resolve(value), reject: (error) => reject(error) };
}

describe('waiting for an answer and its time limit', () => {
  interface Waiting {
    readonly timing: FakeTiming;
    readonly deadline: AbortController;
    readonly answer: Settling;
    readonly settled: Promise<string>;
    /** What happened besides, in order. */
    readonly notes: unknown[];
  }

  function aWait(): Waiting {
    const timing = new FakeTiming();
    const deadline = new AbortController();
    const answer = aPromise();
    const notes: unknown[] = [];
    const settled = untilDeadline({
      answer: answer.promise,
      deadline: deadline.signal,
      onMissed: () => notes.push('missed'),
      giveUp: () => {
        notes.push('given up');
        answer.reject(new Error('given up'));
      },
      onLate: (late) => notes.push('answer' in late ? late.answer : late.error),
      schedule: timing.schedule,
    });
    settled.catch(() => undefined);
    return { timing, deadline, answer, settled, notes };
  }

  it('gives what comes in time, and then heeds no limit', async () => {
    const { timing, deadline, answer, settled, notes } = aWait();
    answer.resolve('in time');
    assert.equal(await settled, 'in time');
    deadline.abort();
    assert.deepEqual([notes, timing.timers], [[], 0]);
  });

  it('ends when the limit passes, and hands on what comes after that', async () => {
    const { timing, deadline, answer, settled, notes } = aWait();
    deadline.abort();
    await assert.rejects(settled, /time limit/);
    assert.equal(timing.timers, 1);
    answer.resolve('late');
    await timing.pass(1);
    assert.deepEqual([notes, timing.timers], [['missed', 'late'], 0]);
  });

  it('gives up after ten minutes, and leaves no timer', async () => {
    const { timing, deadline, notes } = aWait();
    deadline.abort();
    await timing.pass(600_000 - 1);
    assert.deepEqual(notes, ['missed']);
    await timing.pass(1);
    assert.equal(notes[1], 'given up');
    assert.equal(timing.timers, 0);
  });
});
