import assert from 'node:assert/strict';
import { isSecretName, redactorOf } from '../../../src/core/mcp/config/secretNames.ts';

describe('secrets in logs', () => {
  it('are known by their names', () => {
    for (const name of ['API_KEY', 'githubToken', 'DB_PASSWORD', 'AUTHORIZATION', 'DB_PASS', 'GITHUB_PAT'])
      assert.equal(isSecretName(name), true, name);
    for (const name of ['LOG_LEVEL', 'PORT', 'HOME', 'LANG', 'PATH', 'COMPASS_ID'])
      assert.equal(isSecretName(name), false, name);
  });

  it('are replaced wherever they stand, the longest first', () => {
    const redact = redactorOf(['secret', 'secret-and-more', 'secret']);
    assert.equal(redact('a secret-and-more b secretsecret'), 'a <redacted> b <redacted><redacted>');
  });

  it('of several lines are replaced line by line and as JSON too', () => {
    const redact = redactorOf(['-----BEGIN KEY-----\nMIIEvQIBADANBg\r\nkqhkiG9w0BAQEF\n', 'quote"d-secret']);
    assert.equal(redact('key: MIIEvQIBADANBg'), 'key: <redacted>');
    assert.equal(redact('kqhkiG9w0BAQEF'), '<redacted>');
    assert.equal(redact(JSON.stringify({ key: 'quote"d-secret' })), '{"key":"<redacted>"}');
    assert.equal(redact(JSON.stringify('-----BEGIN KEY-----\nMIIEvQIBADANBg\r\nkqhkiG9w0BAQEF\n')), '"<redacted>"');
  });

  it('that are short are left, since they would be found everywhere', () => {
    assert.equal(redactorOf(['on', ''])('on and on'), 'on and on');
  });
});
