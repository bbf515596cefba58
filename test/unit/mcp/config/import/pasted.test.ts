import assert from 'node:assert/strict';
import { parsePasted } from '../../../../../src/core/mcp/config/import/serverImport.ts';
import type { PastedServers } from '../../../../../src/core/mcp/config/import/importableServer.ts';
import type { JsonObject } from '../../../../../src/shared/base/json.ts';

function paste(text: string): PastedServers {
  return parsePasted(text, [], { platform: 'linux', workspaceFolder: '/home/ada/tour' });
}

/** Names and entries, where nothing is wrong. */
function entriesOf(text: string): Record<string, JsonObject> {
  const { servers, problems } = paste(text);
  assert.deepEqual(problems, []);
  return Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
}

describe('pasted text', () => {
  const docs = { command: 'npx', args: ['-y', 'docs'] };

  const shapes: [string, string][] = [
    ['a configuration with mcpServers', JSON.stringify({ mcpServers: { docs } })],
    ['one with servers', JSON.stringify({ servers: { docs: { type: 'stdio', ...docs } } })],
    ['settings of VS Code', JSON.stringify({ mcp: { servers: { docs } } })],
    ['entries by name', JSON.stringify({ docs })],
    ['entries without braces around', `"docs": ${JSON.stringify(docs)},`],
    ['an entry with its name inside', JSON.stringify({ name: 'docs', ...docs })],
    ['an entry without a name', JSON.stringify(docs)],
    [
      'JSON with comments and trailing commas',
      '// a\n{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs",],},},}',
    ],
    ['JSON in a fence of Markdown', '```json\n' + JSON.stringify({ mcpServers: { docs } }) + '\n```'],
    ['a command line', 'npx -y docs'],
    ['a command line of several lines', '$ npx \\\n  -y docs'],
  ];
  for (const [title, text] of shapes) {
    it(`may be ${title}`, () => assert.deepEqual(entriesOf(text), { docs }));
  }

  it('may be an address', () => {
    assert.deepEqual(entriesOf('https://mcp.docs.example/mcp'), { docs: { url: 'https://mcp.docs.example/mcp' } });
    assert.deepEqual(entriesOf('wss://docs.example/mcp'), { docs: { type: 'ws', url: 'wss://docs.example/mcp' } });
  });

  const names: [string, string][] = [
    ['npx -y @modelcontextprotocol/server-memory', 'memory'],
    ['npx -y @acme/mcp', 'acme'],
    ['npx -y @acme/docs-mcp@1.2.3', 'docs'],
    ['uvx mcp-server-git --repository /x', 'git'],
    ['docker run -i --rm -e KEY mcp/fetch:latest', 'fetch'],
    ['node /opt/tour/tour-server.js', 'tour'],
    ['"/opt/my tools/weather-mcp" --stdio', 'weather'],
    ['cmd /c npx -y docs', 'docs'],
    ['/opt/bin/weather-mcp-server --stdio', 'weather'],
    ['http://127.0.0.1:3000/mcp', 'local'],
    ['https://api.githubcopilot.com/mcp/', 'githubcopilot'],
  ];
  for (const [text, name] of names) {
    it(`gives ${text} the name ${name}`, () => assert.deepEqual(Object.keys(entriesOf(text)), [name]));
  }

  it('has its secrets asked for instead of copied, and says which', () => {
    const [server] = paste('API_KEY=abc123 npx docs --token hunter2').servers;
    assert.deepEqual(server?.entry, {
      command: 'npx',
      args: ['docs', '--token', '${input:docs-token}'],
      env: { API_KEY: '${input:docs-api-key}' },
    });
    assert.deepEqual(server.withheld, [
      { field: 'args[2]', reference: '${input:docs-token}' },
      { field: 'env.API_KEY', reference: '${input:docs-api-key}' },
    ]);
    assert.deepEqual(server.inputs, [
      { id: 'docs-token', type: 'promptString', description: 'token of docs (args[2])', password: true },
      { id: 'docs-api-key', type: 'promptString', description: 'API_KEY of docs (env.API_KEY)', password: true },
    ]);
    assert.doesNotMatch(JSON.stringify(server), /abc123|hunter2/);
  });

  it('keeps the good entries and names the others', () => {
    const { servers, problems } = paste(JSON.stringify({ mcpServers: { docs, odd: { port: 3 }, text: 'x' } }));
    assert.deepEqual(
      servers.map(({ name }) => name),
      ['docs'],
    );
    assert.deepEqual(problems, [
      '"odd" has neither a command nor an address and is left out.',
      '"text" has neither a command nor an address and is left out.',
    ]);
  });

  for (const [text, problem] of [
    ['', /Nothing was pasted/],
    ['{"mcpServers": {', /not valid JSON/],
    ['{"theme": "dark"}', /names no server/],
    ['cd x && npx docs', /neither JSON nor a single command/],
  ] as const) {
    it(`says what is wrong with ${JSON.stringify(text)}`, () => {
      const { servers, problems } = paste(text);
      assert.deepEqual(servers, []);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', problem);
    });
  }
});
