import assert from 'node:assert/strict';
import { canonicalHash, canonicalJson } from '../../../src/core/mcp/config/canonicalHash.ts';

describe('canonical JSON', () => {
  it('sorts the keys of every object and leaves arrays in order', () => {
    const value = { b: [{ d: 1, c: 2 }, 'x'], a: { z: null, y: undefined, '10': 1, '9': 2 } };
    assert.equal(canonicalJson(value), '{"a":{"9":2,"10":1,"z":null},"b":[{"c":2,"d":1},"x"]}');
  });

  it('keeps a property called __proto__', () => {
    const value = JSON.parse('{"__proto__": {"x": 1}}') as unknown;
    assert.equal(canonicalJson(value), '{"__proto__":{"x":1}}');
    assert.notEqual(canonicalHash(value), canonicalHash({}));
  });

  it('is what the hash is made of', () => {
    assert.equal(canonicalHash({ a: 1, b: 2 }), canonicalHash({ b: 2, a: 1 }));
    assert.equal(canonicalHash(''), '12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126');
  });
});
