import assert from 'node:assert/strict';
import { redactedEntry } from '../../../src/core/mcp/config/redactedEntry.ts';

describe('a redacted definition', () => {
  it('hides every value of env and headers and keeps their names', () => {
    assert.deepEqual(redactedEntry({ env: { TOKEN: 's3cret', LEVEL: '1' }, headers: { Authorization: 'Bearer x' } }), {
      env: { TOKEN: '<redacted>', LEVEL: '<redacted>' },
      headers: { Authorization: '<redacted>' },
    });
  });

  it('keeps values that are nothing but a reference', () => {
    const env = { A: '${TOKEN}', B: '${env:TOKEN}', C: '${input:api-key}' };
    assert.deepEqual(redactedEntry({ env }), { env });
  });

  for (const value of ['Bearer ${TOKEN}', '${TOKEN:-s3cret}', '${TOKEN}s3cret', 's3cret${TOKEN}', '${A}${B}', 7]) {
    it(`hides ${JSON.stringify(value)}`, () =>
      assert.deepEqual(redactedEntry({ env: { TOKEN: value } }), { env: { TOKEN: '<redacted>' } }));
  }

  it('hides an env of the wrong shape', () => {
    assert.deepEqual(redactedEntry({ env: ['TOKEN=s3cret'] }), { env: '<redacted>' });
    assert.deepEqual(redactedEntry({ headers: 'Authorization: s3cret' }), { headers: '<redacted>' });
  });

  it('hides credentials and query values in a URL', () => {
    assert.deepEqual(redactedEntry({ url: 'https://me:s3cret@host.test/mcp?key=s3cret&v=${V}&s3cret#s3cret' }), {
      url: 'https://<redacted>@host.test/mcp?key=<redacted>&v=${V}&<redacted>#<redacted>',
    });
  });

  it('leaves everything else as written', () => {
    const raw = {
      command: 'node',
      args: ['server.js', '${workspaceFolder}'],
      description: 'Basic arithmetic',
      unknown: { kept: true },
    };
    assert.deepEqual(redactedEntry(raw), raw);
  });

  for (const [what, args, shown] of [
    ['after a flag with a secret name', ['--token', 's3cret', '-p', '80'], ['--token', '<redacted>', '-p', '80']],
    ['assigned to one', ['--api-key=s3 cret', '--port=80'], ['--api-key=<redacted>', '--port=80']],
    ['of a variable', ['-e', 'API_KEY=s3cret', '-e', 'A=b'], ['-e', 'API_KEY=<redacted>', '-e', 'A=b']],
    [
      'of a header',
      ['--header', 'X-Any: s3cret', '-H', 's3cret'],
      ['--header', 'X-Any: <redacted>', '-H', '<redacted>'],
    ],
    ['of a header in one', ['--header=X-Any: s3cret', '-HX:s3cret'], ['--header=X-Any: <redacted>', '-HX:<redacted>']],
    ['of a bare header', ['Authorization: Bearer s3cret'], ['Authorization: <redacted>']],
    ['after its scheme', ['use Basic s3cret now'], ['use Basic <redacted> now']],
    ['that look like keys', ['sk-s3cret-123456', 'ghp_s3cret123456'], ['<redacted>', '<redacted>']],
    ['in a URL', ['--db=pg://me:s3@cret@db/x?k=s3cret#s3cret'], ['--db=pg://<redacted>@db/x?k=<redacted>#<redacted>']],
    ['of a command line', ['run --key s3cret; X_TOKEN="s3 cret" go'], ['run --key <redacted>; X_TOKEN=<redacted> go']],
    ['of a default', ['${API_KEY:-s3cret}', '${PORT:-80}'], ['${API_KEY:-<redacted>}', '${PORT:-80}']],
    ['in JSON', ['{"token": "s3cret", "port": 80}'], ['{"token": "<redacted>", "port": 80}']],
    ['that are no text', [{ token: 's3cret' }], ['<redacted>']],
  ] as const) {
    it(`hides what is secret in arguments: values ${what}`, () =>
      assert.deepEqual(redactedEntry({ args }), { args: shown }));
  }

  it('keeps references and what is not secret in arguments', () => {
    const args = ['-y', '@scope/server@1.2', '--token', '${TOKEN}', '--api-key=${env:KEY}', 'http://127.0.0.1:80/mcp'];
    const headers = ['--header', 'Authorization:${AUTH}', '--use-keychain', '--verbose', 'C:\\tools\\run.js'];
    assert.deepEqual(redactedEntry({ args: [...args, ...headers] }), { args: [...args, ...headers] });
  });

  it('hides what has a secret name, at any depth, and a program that makes headers', () => {
    const oauth = { clientId: 'me', clientSecretEnv: 'MY_SECRET', authServerMetadataUrl: 'https://host.test/x' };
    assert.deepEqual(
      redactedEntry({
        headersHelper: 'print s3cret',
        oauth: { ...oauth, clientSecret: 's3cret' },
        apiKey: ['s3cret'],
        more: [{ password: { inner: 's3cret', list: ['s3cret'] }, env: { A: 's3cret' }, note: 'Bearer s3cret' }],
      }),
      {
        headersHelper: '<redacted>',
        oauth: { ...oauth, clientSecret: '<redacted>' },
        apiKey: '<redacted>',
        more: [
          {
            password: { inner: '<redacted>', list: '<redacted>' },
            env: { A: '<redacted>' },
            note: 'Bearer <redacted>',
          },
        ],
      },
    );
    assert.deepEqual(redactedEntry({ oauth: { clientSecretEnv: 's3cret' } }), {
      oauth: { clientSecretEnv: '<redacted>' },
    });
  });

  it('hides arguments and an address of the wrong shape', () => {
    const shapeless = { args: '--token s3cret', url: ['https://host.test?k=s3cret'] };
    assert.deepEqual(redactedEntry(shapeless), { args: '<redacted>', url: '<redacted>' });
  });
});
