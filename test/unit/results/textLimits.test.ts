import assert from 'node:assert/strict';
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
});
