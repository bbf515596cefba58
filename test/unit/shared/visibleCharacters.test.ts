import assert from 'node:assert/strict';
import { visibleCharacters, visibleProse } from '../../../src/shared/base/visibleCharacters.ts';

const hidden = [
  ...[0x00, 0x07, 0x0d, 0x1b, 0x7f, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200e, 0x2028],
  ...[0x202e, 0x2060, 0x2069, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb],
  ...[0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe01ef, 0xe0fff],
];

describe('hidden characters', () => {
  for (const code of hidden) {
    const hex = code.toString(16).padStart(4, '0');
    it(`are written out in names and in prose: U+${hex}`, () => {
      const expected = hex.length > 4 ? `a\\u{${hex}}b` : `a\\u${hex}b`;
      const text = `a${String.fromCodePoint(code)}b`;
      assert.deepEqual([visibleCharacters(text), visibleProse(text)], [expected, expected]);
    });
  }

  it('leave tabs, line feeds and the letters of every script alone', () => {
    const text = 'a\tb\nשלום 日本 é Grüße नमस्ते 한국어 👍 “x” …';
    assert.deepEqual([visibleCharacters(text), visibleProse(text)], [text, text]);
  });

  it('stay in prose where emoji and scripts are written with them, and in names nowhere', () => {
    const flag = `🏴${String.fromCodePoint(...Array.from('gbeng').map((letter) => 0xe0000 + letter.charCodeAt(0)), 0xe007f)}`;
    const samples = ['🗺️', '👩‍💻', '👩🏽‍❤️‍👨', '1️⃣', flag, 'می‌خواهم', 'क्‍ष', '葛\u{e0100}'];
    for (const sample of samples) {
      assert.equal(visibleProse(sample), sample);
      assert.match(visibleCharacters(sample), /\\u/u);
    }
  });

  it('are written out in prose where they belong to nothing', () => {
    assert.equal(visibleProse('a\u200db \ufe0f'), 'a\\u200db \\ufe0f');
    assert.equal(visibleProse('👩\u200d'), '👩\\u200d');
    assert.equal(visibleProse('🏴\u{e0041}\u{e007f}'), '🏴\\u{e0041}\\u{e007f}');
  });
});
