import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/shared/base/json.ts';
import { withoutSecrets } from '../../../../src/core/mcp/config/literalSecrets.ts';

function cleaned(entry: JsonObject): JsonObject {
  return withoutSecrets(entry, (field) => `\${input:${field}}`).entry;
}

describe('an entry without its secrets', () => {
  const cases: [string, JsonObject, JsonObject][] = [
    [
      'has references for variables with secret names',
      { env: { API_KEY: 'x', LOG: 'debug', EMPTY_TOKEN: '' } },
      { env: { API_KEY: '${input:env.API_KEY}', LOG: 'debug', EMPTY_TOKEN: '' } },
    ],
    [
      'has them for what looks like a key, whatever it is called',
      { env: { A: 'sk-live-123456789', B: 'a1b2c3d4e5f6a7b8c9d0e1f2', C: 'postgres://ada:pw@host/db' } },
      { env: { A: '${input:env.A}', B: '${input:env.B}', C: 'postgres://${input:env.C}@host/db' } },
    ],
    [
      'keeps references to variables',
      { env: { API_KEY: '${env:KEY}', TOKEN: 'x-${TOKEN}', PASSWORD: '${input:pw}' } },
      { env: { API_KEY: '${env:KEY}', TOKEN: 'x-${TOKEN}', PASSWORD: '${input:pw}' } },
    ],
    [
      'does not keep a default that may be the secret',
      { env: { API_KEY: '${KEY:-hunter2}' } },
      { env: { API_KEY: '${input:env.API_KEY}' } },
    ],
    [
      'keeps the scheme of a header',
      { headers: { Authorization: 'Bearer abc', Accept: 'text/plain', 'X-Api-Key': 'abc' } },
      {
        headers: {
          Authorization: 'Bearer ${input:headers.Authorization}',
          Accept: 'text/plain',
          'X-Api-Key': '${input:headers.X-Api-Key}',
        },
      },
    ],
    [
      'has them in arguments, behind flags and in headers too',
      {
        args: [
          '--api-key',
          'abc',
          '--token=abc',
          '--header',
          'Authorization: Bearer abc',
          '--port',
          '8080',
          'server-name',
        ],
      },
      {
        args: [
          '--api-key',
          '${input:args[1]}',
          '--token=${input:args[2]}',
          '--header',
          'Authorization: Bearer ${input:args[4]}',
          '--port',
          '8080',
          'server-name',
        ],
      },
    ],
    [
      'has them in an address, and keeps what is none there',
      { url: 'https://ada:pw@x.example/mcp/a1b2c3d4e5f6a7b8c9d0e1f2?api_key=abc&page=2' },
      { url: 'https://${input:url}@x.example/mcp/${input:url}?api_key=${input:url}&page=2' },
    ],
    [
      'keeps packages, folders and addresses that only look long',
      { args: ['@modelcontextprotocol/server-sequential-thinking', '/home/ada/projects/a-rather-long-folder-2024'] },
      { args: ['@modelcontextprotocol/server-sequential-thinking', '/home/ada/projects/a-rather-long-folder-2024'] },
    ],
    [
      'has them in what is run for headers, and in other text',
      { headersHelper: 'echo \'{"Authorization":"Bearer sk-live-123456789"}\'', description: 'Reads docs' },
      { headersHelper: 'echo \'{"Authorization":"${input:headersHelper}"}\'', description: 'Reads docs' },
    ],
  ];
  for (const [title, before, after] of cases) it(title, () => assert.deepEqual(cleaned(before), after));

  it('says which fields those were', () => {
    const { secrets } = withoutSecrets(
      { env: { API_KEY: 'x' }, args: ['--token', 'y'] },
      (_field, word) => `<${word}>`,
    );
    assert.deepEqual(secrets, [
      { field: 'env.API_KEY', reference: '<API_KEY>' },
      { field: 'args[1]', reference: '<token>' },
    ]);
  });
});
