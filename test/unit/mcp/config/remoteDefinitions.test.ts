import assert from 'node:assert/strict';
import { parseConfigText } from '../../../../src/core/mcp/config/configFile.ts';
import { readDefinition } from '../../../../src/core/mcp/config/definitionReader.ts';
import type { DefinitionReading, ReadDefinition } from '../../../../src/core/mcp/config/definitionReader.ts';
import { writtenAddress } from '../../../../src/core/mcp/config/writtenAddress.ts';
import { writtenCommand } from '../../../../src/core/mcp/config/writtenCommand.ts';

const environment: Record<string, string> = { HOST: 'docs.example', TOKEN: 'hunter2-token', CLIENT: 'client-1' };

async function read(entry: unknown): Promise<DefinitionReading> {
  const text = JSON.stringify({ mcpServers: { docs: entry } }, undefined, 2);
  const [first] = parseConfigText('/project/.mcp.json', text).entries;
  assert.ok(first);
  return readDefinition(first, {
    scope: 'project',
    file: '/project/.mcp.json',
    folder: '/project',
    variables: { variable: (name) => environment[name], workspaceFolder: '/project', userHome: '/home/ada' },
    inputs: new Map(),
    defaultTimeoutMs: 60_000,
  });
}

async function usable(entry: unknown): Promise<ReadDefinition> {
  const { read: found, issues } = await read(entry);
  assert.deepEqual(issues, []);
  assert.ok(found && found.problem === undefined);
  return found;
}

describe('the definition of a server of the network', () => {
  for (const type of ['http', 'streamable-http', 'streamableHttp']) {
    it(`is Streamable HTTP and nothing else with the type ${type}`, async () => {
      const { definition } = await usable({ type, url: 'https://docs.example/mcp' });
      assert.deepEqual(definition.transport, {
        type: 'http',
        url: 'https://docs.example/mcp',
        headers: {},
        triesSse: false,
        oauth: {},
        cwd: '/project',
      });
    });
  }

  it('is Streamable HTTP, then SSE, with a URL alone', async () => {
    const { transport } = (await usable({ url: 'http://127.0.0.1:3000/mcp' })).definition;
    assert.ok(transport.type === 'http' && transport.triesSse);
  });

  it('is SSE, and a WebSocket, where the type says so', async () => {
    const sse = (await usable({ type: 'sse', url: 'https://docs.example/sse' })).definition.transport;
    assert.ok(sse.type === 'sse' && !sse.triesSse);
    const { transport } = (await usable({ type: 'ws', url: 'wss://${HOST}/mcp' })).definition;
    assert.deepEqual(transport, { type: 'ws', url: 'wss://docs.example/mcp' });
  });

  it('has every key of it expanded', async () => {
    const { definition } = await usable({
      type: 'http',
      url: 'https://${HOST}/${NOPE:-mcp}',
      headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Folder': '${workspaceFolder}' },
      headersHelper: '${userHome}/bin/headers --json',
      cwd: 'tools',
      oauth: {
        clientId: '${CLIENT}',
        clientSecretEnv: 'CLIENT_SECRET',
        callbackPort: 8123,
        authServerMetadataUrl: 'https://auth.${HOST}/.well-known/oauth-authorization-server',
        clientMetadataUrl: 'https://patchbay.example/client.json',
        scopes: 'read  write',
      },
      timeout: 5,
    });
    assert.equal(definition.timeoutMs, 5_000);
    assert.deepEqual(definition.transport, {
      type: 'http',
      url: 'https://docs.example/mcp',
      headers: { Authorization: 'Bearer hunter2-token', 'X-Folder': '/project' },
      headersHelper: '/home/ada/bin/headers --json',
      triesSse: false,
      oauth: {
        clientId: 'client-1',
        clientSecretEnv: 'CLIENT_SECRET',
        callbackPort: 8123,
        authServerMetadataUrl: 'https://auth.docs.example/.well-known/oauth-authorization-server',
        clientMetadataUrl: 'https://patchbay.example/client.json',
        scopes: ['read', 'write'],
      },
      cwd: '/project/tools',
    });
  });

  it('takes scopes as a list too', async () => {
    const { transport } = (await usable({ url: 'https://x/', oauth: { scopes: ['read', 'write'] } })).definition;
    assert.deepEqual(transport.type === 'http' && transport.oauth, { scopes: ['read', 'write'] });
  });

  it('names what must not be logged: headers with secret names, and keys in the address', async () => {
    const { secrets } = await usable({
      url: 'https://x/mcp?api_key=in-the-query&page=1',
      headers: { Authorization: 'Bearer abc-def', 'X-Api-Key': 'key-of-header', 'X-Team': 'blue' },
    });
    assert.deepEqual(secrets, ['Bearer abc-def', 'abc-def', 'key-of-header', 'in-the-query']);
  });

  it('warns of keys that only a program has, and of unknown ones below oauth', async () => {
    const entry = { url: 'https://x/', args: ['a'], envFile: 'missing.env', oauth: { clientID: 'x' } };
    const { read: found, issues } = await read(entry);
    assert.equal(found?.problem, undefined);
    assert.deepEqual(
      issues.map(({ field, line, severity }) => [field, line, severity]),
      [
        ['oauth.clientID', 10, 'warning'],
        ['args', 5, 'warning'],
        ['envFile', 8, 'warning'],
      ],
    );
    assert.match(issues[1]?.message ?? '', /"args", which is not for a server of type http and has no effect/);
  });

  it('warns of keys that only a server of the network has', async () => {
    const { issues } = await read({ command: 'node', headers: { A: 'b' } });
    assert.match(issues[0]?.message ?? '', /"headers", which is not for a server of type stdio and has no effect/);
  });

  for (const header of [
    ...[
      'Transfer-Encoding',
      'content-length',
      'Host',
      'Connection',
      'Keep-Alive',
      'Upgrade',
      'TE',
      'Trailer',
      'Expect',
    ],
    ...['Mcp-Session-Id', 'MCP-Protocol-Version', 'Mcp-Method', 'mcp-param-city', 'Last-Event-ID'],
  ]) {
    it(`has no header ${header}, which is not the person's to set`, async () => {
      const { read: found, issues } = await read({ url: 'https://x/', headers: { 'X-Team': 'a', [header]: 'b' } });
      const [issue] = issues;
      assert.deepEqual(
        [issues.length, issue?.code, issue?.severity, issue?.field, issue?.line],
        [1, 'invalid_config', 'error', `headers.${header}`, 7],
      );
      assert.match(issue?.message ?? '', /must not be configured, since the (connection|protocol) sets it/);
      assert.equal(found?.problem?.code, 'invalid_config');
    });
  }

  for (const header of ['Accept', 'content-type']) {
    it(`stays usable with the header ${header}, of which it warns`, async () => {
      const { read: found, issues } = await read({ url: 'https://x/', headers: { [header]: 'application/json' } });
      assert.equal(found?.problem, undefined);
      const message = `"docs" has the key "headers.${header}", which is set by the protocol and has no effect.`;
      assert.deepEqual(
        issues.map(({ severity, line, message: text }) => [severity, line, text]),
        [['warning', 6, message]],
      );
    });
  }

  for (const [field, entry] of [
    ['url', { url: 'https://x/\0' }],
    ['headers.X-Team', { url: 'https://x/', headers: { 'X-Team': 'a\0' } }],
    ['headersHelper', { url: 'https://x/', headersHelper: 'helper\0' }],
  ] as const) {
    it(`has no NUL character in ${field}`, async () => {
      const { issues } = await read(entry);
      assert.deepEqual(
        issues.map(({ code, severity, field: at }) => [code, severity, at]),
        [['invalid_config', 'error', field]],
      );
      assert.match(issues[0]?.message ?? '', /has a NUL character/);
    });
  }

  it('has another hash when a header, the helper or the address changes', async () => {
    const entry = { url: 'https://x/', headers: { A: 'b' }, headersHelper: 'helper' };
    const changed = [{}, { url: 'https://y/' }, { headers: { A: 'c' } }, { headersHelper: 'other' }, { type: 'http' }];
    const hashes = await Promise.all(
      changed.map(async (change) => (await usable({ ...entry, ...change })).definition.hash),
    );
    assert.equal(new Set(hashes).size, changed.length);
  });

  it('does not quote the expanded address when that is wrong', async () => {
    const { issues } = await read({ url: '${TOKEN}' });
    assert.equal(issues.length, 1);
    assert.doesNotMatch(issues[0]?.message ?? '', /hunter2/);
  });
});

describe('what a person reads before a server of the network is approved', () => {
  it('is all of it as written, with what it takes of the person', async () => {
    const { definition } = await usable({
      url: 'https://${HOST}/mcp',
      headers: { Authorization: 'Bearer ${TOKEN}', 'X-Api-Key': 'literal-key', 'X-Team': 'maps' },
      headersHelper: './helper.sh ${TOKEN}',
      oauth: { clientId: '${CLIENT}', clientSecretEnv: 'CLIENT_SECRET', scopes: 'read' },
      alwaysAllow: ['search'],
    });
    assert.equal(writtenCommand(definition), undefined);
    assert.deepEqual(writtenAddress(definition), {
      url: 'https://${HOST}/mcp',
      headers: ['Authorization: Bearer ${TOKEN}', 'X-Api-Key: <redacted>', 'X-Team: maps'],
      headersHelper: './helper.sh ${TOKEN}',
      cwd: '/project',
      oauth: { clientId: '${CLIENT}', clientSecretEnv: 'CLIENT_SECRET', scopes: ['read'] },
      variables: ['HOST', 'TOKEN', 'CLIENT', 'CLIENT_SECRET'],
      inputs: [],
      alwaysAllow: ['search'],
    });
  });

  it('has scopes as they are written, too', async () => {
    const { definition } = await usable({ url: 'https://x/', oauth: { scopes: '${TOKEN} read' } });
    assert.deepEqual(writtenAddress(definition)?.oauth, { scopes: ['${TOKEN}', 'read'] });
  });

  it('is the address of a WebSocket', async () => {
    const { definition } = await usable({ type: 'ws', url: 'wss://x/' });
    const nothing = { headers: [], oauth: {}, variables: [], inputs: [], alwaysAllow: [] };
    assert.deepEqual(writtenAddress(definition), { url: 'wss://x/', ...nothing });
  });

  it('is no address for a program', async () => {
    assert.equal(writtenAddress((await usable({ command: 'node' })).definition), undefined);
  });
});
