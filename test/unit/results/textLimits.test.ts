import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fitsInline, headOf } from '../../../src/core/agent/results/textLimits.ts';

describe('fitsInline', () => {
  const limits = { chars: 10, bytes: 20 };
  const cases: readonly [string, string, boolean][] = [
    ['text at the limit of characters', 'x'.repeat(10), true],
    ['text one character over', 'x'.repeat(11), false],
    ['few characters of many bytes', '旅'.repeat(7), false],
    ['few characters within the bytes', '旅'.repeat(6), true],
    ['empty text', '', true],
  ];
  for (const [name, text, expected] of cases) {
    it(`${expected ? 'keeps' : 'does not keep'} ${name}`, () => assert.equal(fitsInline(text, limits), expected));
  }
});

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
