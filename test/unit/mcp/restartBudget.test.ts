import assert from 'node:assert/strict';
import { RestartBudget } from '../../../src/core/mcp/connection/restartBudget.ts';

describe('the budget of restarts', () => {
  it('gives three in any five minutes', () => {
    let now = 0;
    const budget = new RestartBudget(() => now);
    const takenAt = (minute: number): boolean => {
      now = minute * 60_000;
      return budget.take();
    };
    assert.deepEqual([0, 2, 4, 4.9].map(takenAt), [true, true, true, false]);
    assert.deepEqual([5, 5.1, 7, 8].map(takenAt), [true, false, true, false]);
  });

  it('is full again when a person wants it', () => {
    const budget = new RestartBudget(() => 0);
    for (let count = 0; count < 3; count++) budget.take();
    budget.refill();
    assert.equal(budget.take(), true);
  });
});
