import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importLocations } from '../../../../../src/core/mcp/config/import/importLocations.ts';
import type { ImportableServer, ImportSource } from '../../../../../src/core/mcp/config/import/importableServer.ts';
import { addImported, findImportable } from '../../../../../src/core/mcp/config/import/serverImport.ts';
import type { ServerDefinition } from '../../../../../src/core/mcp/config/serverDefinition.ts';
import type { ServerEdits } from '../../../../../src/core/mcp/config/serverEdits.ts';

describe('servers of other products', () => {
  let root: string;
  let home: string;
  let workspaceFolder: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'patchbay-import-'));
    home = join(root, 'home');
    workspaceFolder = join(root, 'tour');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, content: unknown): string {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
    return file;
  }

  function find(configured: readonly ServerDefinition[] = []): Promise<readonly ImportSource[]> {
    return findImportable({ userHome: home, platform: 'linux', environment: {}, workspaceFolder, configured });
  }

  /** The one server of the one file. */
  async function only(
    path: string,
    content: unknown,
  ): Promise<ImportableServer & Pick<ImportSource, 'product' | 'scope'>> {
    const file = write(path, content);
    const [source, ...more] = await find();
    assert.deepEqual(more, []);
    assert.equal(source?.file, file);
    assert.deepEqual(source.problems, []);
    const [server, ...others] = source.servers;
    assert.deepEqual(others, []);
    assert.ok(server);
    return { ...server, product: source.product, scope: source.scope };
  }

  it('are none where there are no files', async () => {
    assert.deepEqual(await find(), []);
  });

  it('of VS Code come with the inputs they refer to, in the workspace and in the profile', async () => {
    const inputs = [
      { type: 'promptString', id: 'key', description: 'Key', password: true, default: 'hunter2' },
      { type: 'pickString', id: 'region', options: ['eu', 'us'], default: 'eu' },
      { type: 'promptString', id: 'unused' },
    ];
    const entry = {
      type: 'stdio',
      command: 'npx',
      args: ['--region', '${input:region}', '${workspaceFolderBasename}${/}x', '${command:pick}'],
      env: { KEY: '${input:key}', PORT: 8080, NONE: null },
      envFile: '${workspaceFolder}/.env',
      dev: { watch: '**' },
    };
    const {
      name,
      entry: converted,
      inputs: asked,
      withheld,
      notes,
      scope,
    } = await only('tour/.vscode/mcp.json', {
      inputs,
      servers: { docs: entry },
    });
    assert.deepEqual([name, scope], ['docs', 'project']);
    assert.deepEqual(converted, {
      command: 'npx',
      args: ['--region', '${input:region}', 'tour/x', '${command:pick}'],
      env: { KEY: '${input:key}', PORT: '8080' },
      envFile: '${workspaceFolder}/.env',
    });
    assert.deepEqual(asked, [
      { id: 'key', type: 'promptString', description: 'Key', password: true },
      { id: 'region', type: 'pickString', default: 'eu', options: ['eu', 'us'] },
    ]);
    assert.deepEqual(withheld, []);
    assert.deepEqual(notes, [
      '"dev" is not taken over.',
      '${command:pick} is not a variable here. Write the value, or another variable.',
    ]);

    write('home/.config/Code/User/mcp.json', { servers: { remote: { type: 'http', url: 'https://x/mcp' } } });
    write('home/.config/Code/User/profiles/a1/mcp.json', { servers: { other: { type: 'sse', url: 'https://x/sse' } } });
    const found = (await find()).filter(({ scope: it }) => it === 'user');
    assert.deepEqual(
      found.map(({ label, servers }) => [label, servers[0]?.entry]),
      [
        ['VS Code', { url: 'https://x/mcp' }],
        ['VS Code, a profile', { type: 'sse', url: 'https://x/sse' }],
      ],
    );
  });

  it('of Claude Desktop leave their keys behind', async () => {
    const entry = { command: 'npx', args: ['-y', 'x'], env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'ghp_0123456789abcdef' } };
    const found = await only('home/.config/Claude/claude_desktop_config.json', { mcpServers: { 'My GitHub!': entry } });
    assert.deepEqual([found.name, found.originalName, found.product], ['My-GitHub', 'My GitHub!', 'claude-desktop']);
    assert.deepEqual(found.entry['env'], {
      GITHUB_PERSONAL_ACCESS_TOKEN: '${input:my-github-github-personal-access-token}',
    });
    assert.deepEqual(
      found.withheld.map(({ field }) => field),
      ['env.GITHUB_PERSONAL_ACCESS_TOKEN'],
    );
    assert.doesNotMatch(JSON.stringify(found), /ghp_/);
  });

  it('of Claude Code are the person’s own, and those for this folder local ones', async () => {
    write('home/.claude.json', {
      numStartups: 3,
      mcpServers: { mine: { type: 'stdio', command: 'a', args: [], env: {} } },
      projects: {
        [workspaceFolder]: { mcpServers: { here: { type: 'http', url: 'https://x', headers: { A: '${B:-c}' } } } },
        '/elsewhere': { mcpServers: { other: { command: 'b' } } },
      },
    });
    assert.deepEqual(
      (await find()).map(({ scope, servers }) => [scope, servers.map(({ name, entry }) => [name, entry])]),
      [
        ['local', [['here', { type: 'http', url: 'https://x', headers: { A: '${B:-c}' } }]]],
        ['user', [['mine', { command: 'a', args: [], env: {} }]]],
      ],
    );
  });

  it('of Cursor have their variables and their sign-in', async () => {
    const auth = { CLIENT_ID: 'abc', CLIENT_SECRET: '${env:SECRET}', scopes: ['read'] };
    const found = await only('home/.cursor/mcp.json', {
      mcpServers: { docs: { url: 'https://x/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' }, auth } },
    });
    assert.deepEqual(found.entry, {
      url: 'https://x/mcp',
      headers: { Authorization: 'Bearer ${env:TOKEN}' },
      oauth: { clientId: 'abc', clientSecretEnv: 'SECRET', scopes: ['read'] },
    });
  });

  it('of Cursor do not bring a client secret', async () => {
    const auth = { CLIENT_ID: 'abc', CLIENT_SECRET: 'hunter2' };
    const found = await only('tour/.cursor/mcp.json', { mcpServers: { docs: { url: 'https://x/mcp', auth } } });
    assert.equal(found.scope, 'project');
    assert.deepEqual(found.entry['oauth'], { clientId: 'abc' });
    assert.match(found.notes.join(), /client secret is not copied/);
    assert.doesNotMatch(JSON.stringify(found), /hunter2/);
  });

  const oauths: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['a literal secret', { clientId: 'a', clientSecret: 'hunter2' }, { clientId: 'a' }],
    ['a secret in the place of its variable', { clientId: 'a', clientSecretEnv: 'hunter2' }, { clientId: 'a' }],
    ['the variable of one', { clientSecret: '${KEY}', scopes: ['r'] }, { clientSecretEnv: 'KEY', scopes: ['r'] }],
    ['its name', { clientSecretEnv: 'KEY', refreshToken: 'hunter2' }, { clientSecretEnv: 'KEY' }],
  ];
  for (const [what, oauth, expected] of oauths) {
    it(`bring of a sign-in with ${what} no secret`, async () => {
      const found = await only('tour/.cursor/mcp.json', { mcpServers: { docs: { url: 'https://x/mcp', oauth } } });
      assert.deepEqual(found.entry['oauth'], expected);
      assert.doesNotMatch(JSON.stringify(found), /hunter2/);
    });
  }

  it('bring no default of an input that looks like a key', async () => {
    const inputs = [{ id: 'pin', type: 'promptString', default: 'sk-live-123456789' }];
    const servers = { docs: { command: 'npx', args: ['${input:pin}'] } };
    const found = await only('tour/.vscode/mcp.json', { inputs, servers });
    assert.deepEqual(found.inputs, [{ id: 'pin', type: 'promptString' }]);
  });

  it('of Windsurf have their address under its own key', async () => {
    const found = await only('home/.codeium/windsurf/mcp_config.json', {
      mcpServers: { docs: { serverUrl: 'https://x/mcp', disabled: false, disabledTools: ['a'] } },
    });
    assert.deepEqual(found.entry, { url: 'https://x/mcp', disabledTools: ['a'] });
  });

  const cline = 'home/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';

  it('of Cline keep switch and timeout, and their allowed tools apart', async () => {
    const entry = { command: 'a', disabled: true, timeout: 30, autoApprove: ['read', 'list'], transportType: 'stdio' };
    const found = await only(cline, { mcpServers: { docs: entry } });
    assert.deepEqual(found.entry, { command: 'a', disabled: true, timeout: 30 });
    assert.deepEqual(found.alwaysAllow, ['read', 'list']);
  });

  it('of Cline are SSE where they name no type', async () => {
    assert.deepEqual((await only(cline, { mcpServers: { docs: { url: 'https://x/sse' } } })).entry, {
      type: 'sse',
      url: 'https://x/sse',
    });
  });

  it('of Roo are found in the workspace and in the storage of the editor', async () => {
    const entry = { type: 'streamable-http', url: 'https://x/mcp', alwaysAllow: ['a'], watchPaths: ['dist'] };
    const found = await only('tour/.roo/mcp.json', { mcpServers: { docs: entry } });
    assert.deepEqual([found.product, found.scope], ['roo', 'project']);
    assert.deepEqual(found.entry, { type: 'http', url: 'https://x/mcp' });
    assert.deepEqual(found.notes, ['"watchPaths" is not taken over.']);
    write('home/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json', {
      mcpServers: { other: { command: 'a' } },
    });
    assert.deepEqual(
      (await find()).map(({ label }) => label),
      ['Roo Code, this workspace', 'Roo Code in Code'],
    );
  });

  it('name what they would be in the way of', async () => {
    write('home/.cursor/mcp.json', { mcpServers: { docs: { command: 'a' }, free: { command: 'b' } } });
    const source = { file: '/home/ada/.patchbay/mcp.json', line: 3 };
    const [found] = await find([{ name: 'docs', scope: 'user', source } as ServerDefinition]);
    assert.deepEqual(
      found?.servers.map(({ conflict }) => conflict),
      [{ scope: 'user', ...source }, undefined],
    );
  });

  it('of a broken file are named with its line, and the other files are read', async () => {
    const broken = write('home/.cursor/mcp.json', '{\n  "mcpServers": {\n    "a": }\n');
    write('home/.codeium/windsurf/mcp_config.json', { mcpServers: { docs: { command: 'a' } } });
    const found = await find();
    assert.deepEqual(found[0]?.problems, [`${broken}:3 is not valid JSON. Mend it there first.`]);
    assert.equal(found[1]?.servers.length, 1);
  });

  it('are added with what they ask for, and with allowed tools only when wanted', async () => {
    const found = await only(cline, {
      mcpServers: { docs: { command: 'a', env: { KEY: 'x' }, autoApprove: ['read'] } },
    });
    const added: unknown[] = [];
    const edits = { add: (...args: unknown[]) => Promise.resolve(added.push(args)) } as unknown as ServerEdits;
    await addImported(edits, 'user', found);
    await addImported(edits, 'local', found, { isReplacing: true, copiesAlwaysAllow: true });
    const entry = { command: 'a', env: { KEY: '${input:docs-key}' } };
    const { inputs } = found;
    assert.deepEqual(added, [
      ['user', 'docs', entry, { inputs }],
      ['local', 'docs', { ...entry, alwaysAllow: ['read'] }, { isReplacing: true, inputs }],
    ]);
  });

  it('are looked for where each system keeps settings', async () => {
    const desktopFile = async (platform: NodeJS.Platform, userHome: string, environment = {}): Promise<unknown> => {
      const locations = await importLocations({ userHome, platform, environment });
      return locations.find(({ product }) => product === 'claude-desktop')?.file;
    };
    const name = 'claude_desktop_config.json';
    assert.equal(await desktopFile('darwin', '/Users/a'), `/Users/a/Library/Application Support/Claude/${name}`);
    assert.equal(await desktopFile('linux', '/home/a'), `/home/a/.config/Claude/${name}`);
    assert.equal(await desktopFile('linux', '/home/a', { XDG_CONFIG_HOME: '/x' }), `/x/Claude/${name}`);
    assert.equal(await desktopFile('win32', 'C:\\U\\a'), `C:\\U\\a\\AppData\\Roaming\\Claude\\${name}`);
    assert.equal(await desktopFile('win32', 'C:\\U\\a', { APPDATA: 'D:\\R' }), `D:\\R\\Claude\\${name}`);
  });
});
