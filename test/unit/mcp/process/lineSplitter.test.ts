import assert from 'node:assert/strict';
import { LineSplitter } from '../../../../src/core/mcp/process/lineSplitter.ts';

describe('a line splitter', () => {
  let lines: string[];
  let tooLong: number;

  function splitter(maxBytes = 100): LineSplitter {
    lines = [];
    tooLong = 0;
    return new LineSplitter(
      maxBytes,
      (line) => lines.push(line),
      () => tooLong++,
    );
  }

  it('cuts at line ends of both kinds, wherever the chunks end', () => {
    const text = Buffer.from('one\r\ntwo\n\nthrée 🎉\nrest');
    for (let size = 1; size <= text.length; size++) {
      const split = splitter();
      for (let at = 0; at < text.length; at += size) split.push(text.subarray(at, at + size));
      assert.deepEqual(lines, ['one', 'two', '', 'thrée 🎉']);
      split.end();
      assert.deepEqual(lines.slice(4), ['rest']);
    }
  });

  it('drops a line over the limit, says so once and goes on with the next', () => {
    const split = splitter(5);
    for (const chunk of ['12345\n123', '456', '789', '0\n', 'ok\n']) split.push(Buffer.from(chunk));
    assert.deepEqual(lines, ['12345', 'ok']);
    assert.equal(tooLong, 1);
  });
});
