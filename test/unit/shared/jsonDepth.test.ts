import assert from 'node:assert/strict';
import { isDeeperThan } from '../../../src/shared/base/jsonDepth.ts';

describe('the depth of JSON', () => {
  it('counts objects and arrays that stand in each other', () => {
    assert.deepEqual(
      [isDeeperThan('x', 0), isDeeperThan({ a: 1 }, 1), isDeeperThan({ a: [1] }, 1)],
      [false, false, true],
    );
    assert.equal(isDeeperThan({ a: [1, { b: {} }], c: 2 }, 3), false);
    assert.equal(isDeeperThan({ a: [1, { b: { c: 1 } }], c: 2 }, 3), true);
  });

  it('is told of a value that would overflow the stack', () => {
    const value: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    assert.equal(isDeeperThan(value, 200), true);
  });
});
