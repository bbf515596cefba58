import assert from 'node:assert/strict';
import { scheduleTimeout } from '../../../src/core/base/schedule.ts';
import { StartQueue } from '../../../src/core/mcp/connection/startQueue.ts';

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
});
