import assert from 'node:assert/strict';
import { EventMeter } from '../../../../src/core/mcp/http/eventMeter.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the meter of events', () => {
  for (const [name, end] of [
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['both', '\r\n'],
  ] as const) {
    it(`begins anew after a blank line, with ${name} at the ends of lines`, () => {
      const meter = new EventMeter();
      assert.equal(meter.longestWith(bytes(`data: 1${end}data: 2${end}${end}`)), 14);
      assert.equal(meter.longestWith(bytes(`data${end}`)), 4);
      assert.equal(meter.longestWith(bytes(`${end}x`)), 4);
      assert.equal(meter.longestWith(bytes('')), 1);
    });
  }

  it('counts an event that comes in pieces, cut between the two characters of a line end too', () => {
    const meter = new EventMeter();
    assert.deepEqual(
      ['data: 12', '34\r', '\nda', 'ta\r\n', '\r', '\n', 'x'].map((piece) => meter.longestWith(bytes(piece))),
      [8, 10, 12, 14, 14, 0, 1],
    );
  });
});
