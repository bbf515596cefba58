import assert from 'node:assert/strict';
import { detailLines, startDetails } from '../../../src/cli/mcp/definitionText.ts';
import { aDefinition } from '../../support/servers.ts';

describe('what a definition would start or reach', () => {
  it('is the exact command as written, with its directory and without values', () => {
    const raw = { command: 'node', args: ['--key', '${KEY}'] };
    const env = { TOKEN: 's3cret' };
    const transport = { type: 'stdio', command: 'node', args: ['--key', 'expanded'], env, cwd: '/w' } as const;
    assert.equal(
      detailLines(startDetails(aDefinition({ transport, raw, alwaysAllow: ['read'] }))),
      [
        '  command: ["node","--key","${KEY}"]\n',
        '  directory: /w\n',
        '  environment: TOKEN\n',
        '  runs without asking: "read"\n',
      ].join(''),
    );
  });

  it('is the address as written, with names of headers, what is run for more of them, and who signs in', () => {
    const raw = { url: 'https://${HOST}/mcp', headersHelper: './token.sh' };
    const transport = {
      type: 'http',
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer s3cret' },
      headersHelper: './token.sh',
      triesSse: true,
      oauth: { clientId: 'patchbay' },
      cwd: '/w',
    } as const;
    assert.deepEqual(startDetails(aDefinition({ transport, raw, alwaysAllow: ['*'] })), [
      ['address', 'https://${HOST}/mcp'],
      ['headers', 'Authorization'],
      ['command for headers', './token.sh'],
      ['directory', '/w'],
      ['sign-in', '{"clientId":"patchbay"}'],
      ['runs without asking', 'every tool of this server'],
    ]);
  });

  it('is nothing when the definition is wrong', () => {
    assert.deepEqual(startDetails(aDefinition({ transport: { type: 'unusable', written: 'stdio' } })), []);
  });
});
