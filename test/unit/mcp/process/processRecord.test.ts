import assert from 'node:assert/strict';
import { parseRecord } from '../../../../src/core/mcp/process/processRecord.ts';

const host = { pid: 10, startedAt: 'monday' };
const one = { pid: 11, startedAt: 'tuesday' };
const two = { pid: 12, startedAt: 'wednesday' };

function record(...lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('the record of a process that starts servers', () => {
  it('holds the children that started and did not end', () => {
    const text = record({ space: 'here', host }, { started: one }, { started: two }, { ended: 11 });
    assert.deepEqual(parseRecord(text), { space: 'here', host, children: [two] });
  });

  it('takes the later of two children with the same number', () => {
    const later = { pid: 11, startedAt: 'friday' };
    const text = record({ space: 'here', host }, { started: one }, { ended: 11 }, { started: later });
    assert.deepEqual(parseRecord(text)?.children, [later]);
  });

  it('is read without a last line that was not written to its end', () => {
    const text = `${record({ space: 'here', host }, { started: one })}{"started":{"pid":12,"sta`;
    assert.deepEqual(parseRecord(text), { space: 'here', host, children: [one] });
  });

  it('is none without the line that says whose it is', () => {
    for (const text of ['', 'not JSON', record({ started: one }), record({ space: 'here', host: { pid: 10 } })]) {
      assert.equal(parseRecord(text), undefined);
    }
  });

  it('takes no number that names a group or everybody', () => {
    const text = record(
      { space: 'here', host },
      { started: { pid: -1, startedAt: 'x' } },
      { started: { pid: 0, startedAt: 'x' } },
    );
    assert.deepEqual(parseRecord(text)?.children, []);
  });
});
