import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { headOf } from '../../../src/core/base/headOf.ts';

describe('headOf', () => {
  it('gives a text that is short enough back', () => assert.equal(headOf('abc', 3), 'abc'));
  it('cuts at the length', () => assert.equal(headOf('abcd', 3), 'abc'));
  it('never leaves half of a surrogate pair', () => {
    assert.equal(headOf('ab😀', 3), 'ab');
    assert.equal(headOf('ab😀c', 4), 'ab😀');
  });
  it('gives nothing for no length', () => assert.equal(headOf('abc', 0), ''));
  it('does not keep the whole text in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    const before = process.memoryUsage().heapUsed;
    const heads = Array.from({ length: 50 }, (_, index) => headOf(String(index).padEnd(1_000_000, '.'), 2_000));
    collect();
    const kept = process.memoryUsage().heapUsed - before;
    assert.ok(kept < 5_000_000, `${heads.length} heads of 2,000 characters keep ${kept} bytes`);
  });
});
