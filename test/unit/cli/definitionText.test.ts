import assert from 'node:assert/strict';
import { detailLines, startDetails } from '../../../src/cli/mcp/definitionText.ts';
import { aDefinition } from '../../support/servers.ts';

describe('what a definition would start or reach', () => {
  it('is the exact command as written, with its directory, without values, and with what it takes of the person', () => {
    const raw = { command: 'node', args: ['--key', '${KEY}', '${input:pin}'], envFile: '../.env' };
    const env = { TOKEN: 's3cret' };
    const transport = { type: 'stdio', command: 'node', args: ['--key', 'expanded', '1'], env, cwd: '/w' } as const;
    assert.equal(
      detailLines(startDetails(aDefinition({ transport, raw, alwaysAllow: ['read'] }))),
      [
        '  command: ["node","--key","${KEY}","${input:pin}"]\n',
        '  directory: /w\n',
        '  environment: TOKEN\n',
        '  read from: ../.env\n',
        '  takes of your variables: KEY\n',
        '  asks you for: "pin"\n',
        '  runs without asking: "read"\n',
      ].join(''),
    );
  });

  it('is the address as written, with its headers, what is run for more of them, and who signs in', () => {
    const raw = {
      url: 'https://${HOST}/mcp',
      headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Key': 'literal' },
      headersHelper: './token.sh',
    };
    const transport = {
      type: 'http',
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer s3cret', 'X-Key': 'literal' },
      headersHelper: './token.sh',
      triesSse: true,
      oauth: { clientId: 'patchbay' },
      cwd: '/w',
    } as const;
    assert.deepEqual(startDetails(aDefinition({ transport, raw, alwaysAllow: ['*'] })), [
      ['address', 'https://${HOST}/mcp'],
      ['header', 'Authorization: Bearer ${env:TOKEN}'],
      ['header', 'X-Key: <redacted>'],
      ['command for headers', './token.sh'],
      ['its environment', 'all of your variables'],
      ['directory', '/w'],
      ['sign-in', '{"clientId":"patchbay"}'],
      ['takes of your variables', 'HOST, TOKEN'],
      ['runs without asking', 'every tool of this server'],
    ]);
  });

  it('has a line for each detail, whatever stands in it', () => {
    assert.equal(
      detailLines([['address', 'https://a/\n  headers: none added']]),
      '  address: https://a/\\n  headers: none added\n',
    );
  });

  it('is nothing when the definition is wrong', () => {
    assert.deepEqual(startDetails(aDefinition({ transport: { type: 'unusable', written: 'stdio' } })), []);
  });
});
