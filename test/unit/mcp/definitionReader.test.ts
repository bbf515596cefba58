import assert from 'node:assert/strict';
import { parseConfigText } from '../../../src/core/mcp/config/configFile.ts';
import type { ConfigIssue } from '../../../src/core/mcp/config/configIssue.ts';
import { readDefinition } from '../../../src/core/mcp/config/definitionReader.ts';
import type { DefinitionReading } from '../../../src/core/mcp/config/definitionReader.ts';
import type { ServerDefinition } from '../../../src/core/mcp/config/serverDefinition.ts';

describe('reading a definition', () => {
  async function read(
    entry: unknown,
    name = 'tour',
    environment: Record<string, string> = {},
  ): Promise<DefinitionReading> {
    const text = JSON.stringify({ mcpServers: { [name]: entry } }, undefined, 2);
    const [first] = parseConfigText('/project/.mcp.json', text).entries;
    assert.ok(first);
    return readDefinition(first, {
      scope: 'project',
      file: '/project/.mcp.json',
      folder: '/project',
      variables: { variable: (variable) => environment[variable], workspaceFolder: '/project', userHome: '/home/ada' },
      inputs: new Map(),
      defaultTimeoutMs: 60_000,
    });
  }

  async function definitionOf(entry: unknown, environment: Record<string, string> = {}): Promise<ServerDefinition> {
    const { read: found, issues } = await read(entry, 'tour', environment);
    assert.deepEqual(issues, []);
    assert.ok(found && found.problem === undefined);
    return found.definition;
  }

  async function issueOf(entry: unknown): Promise<ConfigIssue> {
    const { read: found, issues } = await read(entry);
    assert.equal(issues.length, 1, JSON.stringify(issues));
    assert.equal(issues[0]?.severity, 'error');
    assert.equal(found?.definition.transport.type, 'unusable');
    assert.equal(found.problem?.code, issues[0].code);
    return issues[0];
  }

  it('fills in what is not written', async () => {
    const { hash, ...definition } = await definitionOf({ command: 'node' });
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.deepEqual(definition, {
      name: 'tour',
      scope: 'project',
      source: { file: '/project/.mcp.json', line: 3 },
      transport: { type: 'stdio', command: 'node', args: [], env: {}, cwd: '/project' },
      isDisabled: false,
      timeoutMs: 60_000,
      alwaysAllow: [],
      disabledTools: [],
      usesInstructions: true,
      givesRoots: false,
      sampling: 'ask',
      description: undefined,
      overrides: [],
      raw: { command: 'node' },
    });
  });

  const unstartable: readonly [string, string, number, object][] = [
    ['a NUL character in the command', 'command', 4, { command: 'no\0de' }],
    ['a NUL character in an argument', 'args[1]', 7, { command: 'node', args: ['a', 'b\0'] }],
    ['a NUL character in a value', 'env.B.C', 7, { command: 'node', env: { A: 'a', 'B.C': '\0' } }],
    ['a NUL character in the folder', 'cwd', 5, { command: 'node', cwd: 'a\0b' }],
    ['a variable without a name', 'env.', 7, { command: 'node', env: { A: 'a', '': 'b' } }],
    ['a variable with "=" in its name', 'env.B=C', 7, { command: 'node', env: { A: 'a', 'B=C': 'b' } }],
    ['a variable with NUL in its name', 'env.B\0', 7, { command: 'node', env: { A: 'a', 'B\0': 'b' } }],
  ];
  for (const [what, field, line, entry] of unstartable) {
    it(`refuses ${what}, which nothing can be started with`, async () => {
      const issue = await issueOf(entry);
      assert.deepEqual([issue.code, issue.field, issue.line], ['invalid_config', field, line]);
      assert.match(issue.message, /NUL character/);
      assert.ok(!issue.message.includes('\0'), 'the character itself');
    });
  }

  it('takes every key that a stdio server has', async () => {
    const entry = {
      type: 'stdio',
      command: '${BIN}/server',
      args: ['--root', '${workspaceFolder}'],
      env: { TOKEN: '${TOKEN:-none}' },
      cwd: 'sub/../folder',
      timeout: 1.5,
      disabled: true,
      alwaysAllow: '*',
      disabledTools: ['drop'],
      roots: true,
      sampling: 'deny',
      instructions: false,
      description: 'Tours',
    };
    const definition = await definitionOf(entry, { BIN: '/opt' });
    assert.deepEqual(definition.transport, {
      type: 'stdio',
      command: '/opt/server',
      args: ['--root', '/project'],
      env: { TOKEN: 'none' },
      cwd: '/project/folder',
    });
    assert.equal(definition.timeoutMs, 1_500);
    assert.equal(definition.isDisabled, true);
    assert.deepEqual(definition.alwaysAllow, ['*']);
    assert.deepEqual(definition.disabledTools, ['drop']);
    assert.equal(definition.usesInstructions, false);
    assert.equal(definition.description, 'Tours');
    assert.equal((definition.raw as typeof entry).command, '${BIN}/server');
  });

  it('gives equal definitions equal hashes and changed ones others, variables included', async () => {
    const { hash } = await definitionOf({ command: 'node', args: ['a'], env: { A: '${A}', B: '2' } }, { A: '1' });
    const same = await definitionOf({ env: { B: '2', A: '${A}' }, args: ['a'], command: 'node' }, { A: '1' });
    assert.equal(same.hash, hash);
    const others = [
      await definitionOf({ command: 'node', args: ['a'], env: { A: '${A}', B: '2' } }, { A: 'other' }),
      await definitionOf({ command: 'node', args: ['b'], env: { A: '${A}', B: '2' } }, { A: '1' }),
      await definitionOf({ command: 'node', args: ['a'], env: { A: '${A}', B: '2' }, alwaysAllow: ['*'] }, { A: '1' }),
      await definitionOf({ command: 'node', args: ['a'], env: { A: '${A}', B: '2' }, timeout: 9 }, { A: '1' }),
    ];
    assert.equal(new Set([hash, ...others.map((other) => other.hash)]).size, 5);
  });

  it('warns of a key it does not know, and keeps it', async () => {
    const { read: found, issues } = await read({ command: 'node', autoApprove: [] });
    assert.deepEqual(issues, [
      {
        code: 'invalid_config',
        file: '/project/.mcp.json',
        line: 5,
        server: 'tour',
        field: 'autoApprove',
        message: '"tour" has the key "autoApprove", which is not known and has no effect.',
        severity: 'warning',
      },
    ]);
    assert.equal(found?.problem, undefined);
    assert.deepEqual(found?.definition.raw['autoApprove'], []);
  });

  const wrong: [unknown, string, number, RegExp][] = [
    [{ command: 'node', args: ['a', 3] }, 'args[1]', 7, /^"args\[1\]" of "tour" must be a string\.$/],
    [{ command: 'node', args: 'a b' }, 'args', 5, /must be an array of strings/],
    [{ command: 'node', env: { PORT: 8080 } }, 'env.PORT', 6, /must be a string/],
    [{ command: 7 }, 'command', 4, /must be a string/],
    [{ command: '' }, 'command', 4, /must not be empty/],
    [{ command: 'node', timeout: 0.5 }, 'timeout', 5, /at least 1 second/],
    [{ command: 'node', timeout: 3601 }, 'timeout', 5, /at most 3600 seconds/],
    [{ command: 'node', timeout: '60' }, 'timeout', 5, /must be a number of seconds/],
    [{ command: 'node', disabled: 'yes' }, 'disabled', 5, /must be true or false/],
    [{ command: 'node', alwaysAllow: 'echo' }, 'alwaysAllow', 5, /must be an array of strings, or "\*"/],
    [{ command: 'node', sampling: 'allow' }, 'sampling', 5, /must be "ask" or "deny"/],
    [{ command: 'node', type: 'pipe' }, 'type', 5, /must be "stdio", "http", "sse" or "ws"/],
    [{ type: 'stdio' }, 'type', 4, /a stdio server without "command"/],
    [{ command: 'node', url: 'https://x' }, 'url', 5, /has both "command" and "url"/],
    [{ command: 'node', type: 'http', url: 'https://x' }, 'command', 4, /has both "command" and "url"/],
    [{ type: 'http' }, 'type', 4, /a server of type http without "url"/],
    [{ type: 'sse', command: 'node' }, 'type', 4, /a server of type sse without "url"/],
    [{ url: '/mcp' }, 'url', 4, /must be a whole address that begins with https?:\/\/ or https?:\/\//],
    [{ url: 'ws://x' }, 'url', 4, /begins with http:\/\/ or https:\/\//],
    [{ type: 'ws', url: 'https://x' }, 'url', 5, /begins with ws:\/\/ or wss:\/\//],
    [{ url: 'https://ada:pass@x' }, 'url', 4, /must not hold a name or password. Send them with "headers"/],
    [{ type: 'ws', url: 'wss://x', headers: { A: 'b' } }, 'headers', 6, /a server of type ws takes "url" only/],
    [{ type: 'ws', url: 'wss://x', oauth: {} }, 'oauth', 6, /a server of type ws takes "url" only/],
    [{ type: 'ws', url: 'wss://x', headersHelper: 'x' }, 'headersHelper', 6, /takes "url" only/],
    [{ url: 'https://x', headers: { 'X Y': 'b' } }, 'headers.X Y', 6, /is not the name of a header/],
    [{ url: 'https://x', headers: { A: 'b\r\nC: d' } }, 'headers.A', 6, /a character that a header cannot hold/],
    [{ url: 'https://x', headers: { A: '${NOPE}' } }, 'headers.A', 6, /NOPE is not set/],
    [{ url: 'https://${NOPE}/mcp' }, 'url', 4, /NOPE is not set/],
    [{ url: 'https://x', oauth: { callbackPort: 70_000 } }, 'oauth.callbackPort', 6, /must be a port number/],
    [{ url: 'https://x', oauth: { clientMetadataUrl: 'me' } }, 'oauth.clientMetadataUrl', 6, /whole address/],
    [{ url: 'https://x', oauth: { scopes: 3 } }, 'oauth.scopes', 6, /a string or an array of strings/],
    [{ command: 'node', envFile: 'none.env' }, 'envFile', 5, /"envFile" cannot be read: ENOENT.*Create it/],
    [{ command: 'node', args: ['${NOPE}'] }, 'args[0]', 6, /NOPE is not set/],
  ];
  for (const [entry, field, line, message] of wrong) {
    it(`refuses ${JSON.stringify(entry)} in the line of the field`, async () => {
      const issue = await issueOf(entry);
      assert.equal(issue.field, field);
      assert.equal(issue.line, line);
      assert.match(issue.message, message);
    });
  }

  it('refuses an entry that is no object, and one that says nothing', async () => {
    assert.match((await issueOf('node')).message, /^"tour" must be an object\.$/);
    assert.match((await issueOf({})).message, /neither "command" nor "url"/);
  });

  it('reports each wrong field of an entry', async () => {
    const { issues } = await read({ command: 1, args: 2, timeout: 'x' });
    assert.deepEqual(
      issues.map(({ field }) => field),
      ['command', 'args', 'timeout'],
    );
  });

  for (const name of [
    'my server',
    'ümlaut',
    '',
    'a/b',
    'mcp__x',
    'access_mcp_resource',
    'list_mcp_resources',
    'read_mcp_resource',
  ]) {
    it(`refuses the name ${JSON.stringify(name)}`, async () => {
      const { read: found, issues } = await read({ command: 'node' }, name);
      assert.equal(found, undefined);
      assert.deepEqual(
        issues.map(({ code, line }) => [code, line]),
        [['invalid_name', 3]],
      );
    });
  }

  for (const name of ['a', 'A.b_c-1', '1password', 'mcp', 'mcp_x']) {
    it(`takes the name ${name}`, async () => {
      assert.equal((await read({ command: 'node' }, name)).read?.definition.name, name);
    });
  }

  it('knows which values are secret', async () => {
    const entry = {
      command: 'node',
      args: ['--key=${MY_KEY}', '${PLAIN}'],
      env: { API_TOKEN: 'tok', LOG_LEVEL: 'debug' },
    };
    const { read: found } = await read(entry, 'tour', { MY_KEY: 'k', PLAIN: 'p' });
    assert.deepEqual(found?.secrets, ['k', 'tok']);
  });
});
