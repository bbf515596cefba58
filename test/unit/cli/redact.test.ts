import assert from 'node:assert/strict';
import { redactDefinition } from '../../../src/cli/redact.ts';

describe('a redacted definition', () => {
  it('hides every value of env and headers and keeps their names', () => {
    assert.deepEqual(
      redactDefinition({ env: { TOKEN: 's3cret', LEVEL: '1' }, headers: { Authorization: 'Bearer x' } }),
      {
        env: { TOKEN: '<redacted>', LEVEL: '<redacted>' },
        headers: { Authorization: '<redacted>' },
      },
    );
  });

  it('keeps values that are nothing but a reference', () => {
    const env = { A: '${TOKEN}', B: '${env:TOKEN}', C: '${input:api-key}' };
    assert.deepEqual(redactDefinition({ env }), { env });
  });

  for (const value of ['Bearer ${TOKEN}', '${TOKEN:-s3cret}', '${TOKEN}s3cret', 's3cret${TOKEN}', '${A}${B}', 7]) {
    it(`hides ${JSON.stringify(value)}`, () =>
      assert.deepEqual(redactDefinition({ env: { TOKEN: value } }), { env: { TOKEN: '<redacted>' } }));
  }

  it('hides an env of the wrong shape', () => {
    assert.deepEqual(redactDefinition({ env: ['TOKEN=s3cret'] }), { env: '<redacted>' });
    assert.deepEqual(redactDefinition({ headers: 'Authorization: s3cret' }), { headers: '<redacted>' });
  });

  it('hides credentials and query values in a URL', () => {
    assert.deepEqual(redactDefinition({ url: 'https://me:s3cret@host.test/mcp?key=s3cret&v=${V}#part' }), {
      url: 'https://<redacted>@host.test/mcp?key=<redacted>&v=${V}#part',
    });
  });

  it('leaves everything else as written', () => {
    const raw = { command: 'node', args: ['server.js', '${workspaceFolder}'], unknown: { kept: true } };
    assert.deepEqual(redactDefinition(raw), raw);
  });
});
