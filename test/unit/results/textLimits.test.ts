import assert from 'node:assert/strict';
import { fitsInline } from '../../../src/core/agent/results/textLimits.ts';

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
