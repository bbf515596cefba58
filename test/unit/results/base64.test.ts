import assert from 'node:assert/strict';
import { decodeBase64 } from '../../../src/core/agent/results/base64.ts';

describe('decodeBase64', () => {
  it('decodes what is base64', () => {
    assert.deepEqual(decodeBase64('aGVsbG8='), Buffer.from('hello'));
    assert.deepEqual(decodeBase64('+/+/'), Buffer.from([0xfb, 0xff, 0xbf]));
    assert.deepEqual(decodeBase64(''), Buffer.alloc(0));
  });

  const bad: readonly [string, string][] = [
    ['other characters', 'aGV!bG8='],
    ['missing padding', 'aGVsbG8'],
    ['too much padding', 'aGVsbG8=='],
    ['a cut end', 'aGVsb'],
    ['line breaks', 'aGVs\nbG8='],
    ['the alphabet of URLs', '-_-_'],
    ['a data URL', 'data:image/png;base64,aGVsbG8='],
    ['text after the padding', 'aGVsbG8=aGVsbG8='],
  ];
  for (const [name, data] of bad) {
    it(`refuses ${name}`, () => assert.equal(decodeBase64(data), undefined));
  }
});
