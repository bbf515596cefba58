import assert from 'node:assert/strict';
import { ServerLog } from '../../../../src/core/mcp/connection/serverLog.ts';

const redacted = '<redacted>';

describe('the log of a server', () => {
  it('hides what became known to be secret also after the configuration was read anew', () => {
    const log = new ServerLog();
    log.hide(['key-of-the-file']);
    log.hideMore('key-of-a-helper');
    log.hide(['key-of-the-file']);
    log.write('key-of-the-file key-of-a-helper');
    assert.deepEqual(log.tail.lines(), [`${redacted} ${redacted}`]);
  });

  it('hides the secrets of an earlier configuration: what is being ended may still write them', () => {
    const log = new ServerLog();
    log.hide(['key-of-yesterday']);
    log.hide(['key-of-today']);
    assert.equal(log.redacted('key-of-yesterday, key-of-today'), `${redacted}, ${redacted}`);
  });

  it('keeps in mind the last hundred secrets that became known, and all that are configured', () => {
    const log = new ServerLog();
    log.hide(['key-of-the-file']);
    for (let number = 1000; number < 1101; number++) log.hideMore(`token-${number}`);
    assert.equal(log.redacted('token-1000'), 'token-1000');
    assert.equal(log.redacted('token-1001 token-1100 key-of-the-file'), `${redacted} ${redacted} ${redacted}`);
  });

  it('takes secrets out of a line before it is cut', () => {
    const log = new ServerLog();
    log.hide(['key-of-the-file']);
    log.write(`${'x'.repeat(1_995)}key-of-the-file`);
    assert.equal(log.tail.lines()[0], `${'x'.repeat(1_995)}<reda…`);
  });
});
