import assert from 'node:assert/strict';
import { wellFormedJson } from '../../../src/shared/base/wellFormedJson.ts';

describe('well-formed JSON', () => {
  it('replaces lone surrogates in values and keys, and only them', () => {
    const value = { 'k\udc00': ['a\ud800b', '😀', '\udfff\ud800', 'C:\\ud800', '\\\ud83d', '\u001b'] };
    const expected = { 'k\ufffd': ['a\ufffdb', '😀', '\ufffd\ufffd', 'C:\\ud800', '\\\ufffd', '\u001b'] };
    assert.equal(wellFormedJson(value), JSON.stringify(expected));
    assert.equal(wellFormedJson(value, 2), JSON.stringify(expected, undefined, 2));
  });
});
