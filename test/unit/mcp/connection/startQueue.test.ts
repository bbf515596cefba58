import assert from 'node:assert/strict';
import { scheduleTimeout } from '../../../../src/core/base/schedule.ts';
import { StartQueue } from '../../../../src/core/mcp/connection/startQueue.ts';
import { FakeTiming } from '../../../support/fakeTiming.ts';

describe('the queue of starts', () => {
  it('runs no more at a time than allowed, in order, also after one that failed', async () => {
    const queue = new StartQueue(() => 2, scheduleTimeout);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) => async (): Promise<number> => {
      order.push(number);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (number === 1) throw new Error('one failed');
      return number;
    };
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map((number) => queue.run(work(number))));
    assert.deepEqual(order, [0, 1, 2, 3, 4]);
    assert.equal(most, 2);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
  });

  it('does not let work in that comes while a place is handed on', async () => {
    const queue = new StartQueue(() => 1, scheduleTimeout);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
    };
    const first = queue.run(work).then(() => queue.run(work));
    await Promise.all([first, queue.run(work)]);
    assert.equal(most, 1);
  });

  it('lets the ninth start after five seconds in which eight said nothing, and counts them right afterwards', async () => {
    const timing = new FakeTiming();
    const queue = new StartQueue(() => 8, timing.schedule);
    const silent: (() => void)[] = [];
    const started: number[] = [];
    const start = (number: number): Promise<void> =>
      queue.run(() => {
        started.push(number);
        return new Promise((resolve) => silent.push(resolve));
      });
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(start);
    await timing.pass(4_999);
    assert.equal(started.length, 8);
    await timing.pass(1);
    assert.equal(started.at(-1), 9);
    // Those that gave their place back must not give it back again when they end: one place is taken, seven are free.
    for (const end of silent.slice(0, 8)) end();
    await Promise.all(all.slice(0, 8));
    const more = [10, 11, 12, 13, 14, 15, 16, 17].map(start);
    await timing.pass(0);
    assert.deepEqual(started.slice(9), [10, 11, 12, 13, 14, 15, 16]);
    for (const end of silent) end();
    await timing.pass(0);
    for (const end of silent) end();
    await Promise.all([...all, ...more]);
    assert.equal(timing.timers, 0);
  });
});
