import assert from 'node:assert/strict';
import { matchesLiterals, matchesWildcard } from '../../../src/core/base/wildcard.ts';

describe('matchesWildcard', () => {
  const table: readonly [pattern: string, text: string, isMatch: boolean][] = [
    ['a', 'a', true],
    ['a', 'ab', false],
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['*', 'anything', true],
    ['a*', 'a', true],
    ['a*', 'abc', true],
    ['a*', 'ba', false],
    ['*c', 'abc', true],
    ['*c', 'abcd', false],
    ['a*c', 'ac', true],
    ['a*c', 'abbc', true],
    ['aba*aba', 'aba', false],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a*bc*c', 'abc', false],
    ['a**c', 'abc', true],
    ['a.c', 'abc', false],
  ];
  for (const [pattern, text, isMatch] of table) {
    it(`${JSON.stringify(pattern)} ${isMatch ? 'matches' : 'does not match'} ${JSON.stringify(text)}`, () => {
      assert.equal(matchesWildcard(pattern, text), isMatch);
    });
  }

  it('is quick for patterns that make regular expressions slow', () => {
    assert.equal(matchesLiterals([...Array.from({ length: 1_000 }, () => 'a'), 'b'], 'a'.repeat(100_000)), false);
  });
});
