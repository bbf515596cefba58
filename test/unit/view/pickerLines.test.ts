import assert from 'node:assert/strict';
import type { PickerItem } from '../../../webview-ui/features/pickers/pickerItem.ts';
import { pickerLines } from '../../../webview-ui/features/pickers/pickerLines.ts';

function candidate(server: string, label: string) {
  const item: PickerItem = { key: `${server}/${label}`, server, icon: 'file', label, detail: `docs://${label}` };
  return { entry: label, item };
}

const candidates = [candidate('a', 'handbook'), candidate('b', 'packing'), candidate('a', 'hotels')];

describe('pickerLines', () => {
  it('puts entries under their servers, numbered through', () => {
    const lines = pickerLines(candidates, ' ');
    assert.deepEqual(
      lines.map((line) => (line.kind === 'server' ? line.server : `${line.index} ${line.entry}`)),
      ['a', '0 handbook', '1 hotels', 'b', '2 packing'],
    );
  });

  it('finds by a few letters in order, the best first', () => {
    const lines = pickerLines(candidates, 'ho');
    assert.equal(lines[0]?.kind === 'entry' && lines[0].entry, 'hotels');
  });

  it('finds by URI and by server', () => {
    assert.equal(pickerLines(candidates, 'docs://pack').length, 1);
    assert.equal(pickerLines([candidate('weather', 'x'), candidate('b', 'y')], 'weather').length, 1);
  });

  it('finds nothing where nothing matches', () => {
    assert.deepEqual(pickerLines(candidates, 'zzz'), []);
  });
});
