import assert from 'node:assert/strict';
import { isNestedTooDeeply, maxNesting } from '../../../src/core/mcp/catalog/nesting.ts';

describe('the nesting of an item', () => {
  function nested(levels: number): unknown {
    let value: unknown = 'leaf';
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
    return value;
  }

  it('is allowed up to a limit, whatever it is made of', () => {
    assert.equal(isNestedTooDeeply(nested(maxNesting)), false);
    assert.equal(isNestedTooDeeply(nested(maxNesting + 1)), true);
  });

  it('is judged without recursion', () => assert.equal(isNestedTooDeeply(nested(100_000)), true));

  it('of what is no object is none', () => {
    for (const value of [null, undefined, 'text', 7, [], {}]) assert.equal(isNestedTooDeeply(value), false);
  });
});
