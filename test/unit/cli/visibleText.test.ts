import assert from 'node:assert/strict';
import { visibleLine, visibleText } from '../../../src/cli/visibleText.ts';

describe('text for a screen', () => {
  it('shows an escape sequence instead of obeying it', () => {
    assert.equal(visibleText('a\u001b[2Jb\u009b1mc'), 'a\\u001b[2Jb\\u009b1mc');
  });

  it('keeps tabs, line feeds and letters of every script', () => {
    const text = 'a\tb\nGrüße 東京 🗺️';
    assert.equal(visibleText(text), text);
  });

  it('takes a carriage return before a line feed for a line break and shows any other', () => {
    assert.equal(visibleText('a\r\nb\rc'), 'a\nb\\u000dc');
  });

  it('shows what would reorder or hide, in prose and on a line', () => {
    assert.equal(visibleText('a\u202eb\u061cc'), 'a\\u202eb\\u061cc');
    assert.equal(visibleLine('\ufeffa\u202e 🗺️'), '\\ufeffa\\u202e 🗺\\ufe0f');
  });

  it('fits on one line where one is wanted', () => {
    assert.equal(visibleLine('  a\n\tb\u0007 '), 'a b\\u0007');
  });
});
