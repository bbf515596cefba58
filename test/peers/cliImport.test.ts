import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandLine, Ended } from './cli/commandLine.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

describe('servers of other products on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    // The person's home is the folder of the test.
    await commandLine.write('.cursor/mcp.json', {
      mcpServers: {
        tour: fixture.tour,
        docs: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer sk-very-secret-token' } },
      },
    });
    await commandLine.write('workspace/.vscode/mcp.json', { servers: { tour: { command: 'other' } } });
  });

  it('are shown, and nothing is added', async () => {
    const { code, stdout, stderr } = await mcp('import');
    assert.equal(code, 0);
    assert.match(stdout, /^tour +VS Code, this workspace +other$/m);
    assert.match(stdout, /^docs +Cursor +https:\/\/example\.com\/mcp +headers\.Authorization is secret/m);
    assert.match(stderr, /Nothing was added.*--all/);
    assert.deepEqual(JSON.parse((await mcp('list', '--json')).stdout), []);
    const json = JSON.parse((await mcp('import', '--json', '--from', 'cursor')).stdout) as Record<string, unknown>[];
    assert.deepEqual(
      json.map(({ name, product }) => [name, product]),
      [
        ['tour', 'cursor'],
        ['docs', 'cursor'],
      ],
    );
    assert.ok(!`${stdout}${JSON.stringify(json)}`.includes('sk-very-secret-token'));
  });

  it('are added when they are named, without their secrets, and work', async () => {
    const { code, stdout, stderr } = await mcp('import', 'tour', 'docs', '--from', 'cursor');
    assert.equal(code, 0);
    const file = join(commandLine.home, 'mcp.json');
    assert.match(stdout, new RegExp(`^Added "tour" to ${file}:\\d+\nAdded "docs" to ${file}:\\d+\n$`));
    assert.match(stderr, /headers\.Authorization of "docs" was not copied/);
    assert.ok(!(await readFile(file, 'utf8')).includes('sk-very-secret-token'));
    assert.equal((await mcp('read', 'tour', 'docs://handbook')).code, 0);
  });

  it('wait for approval where they come from a file of the workspace, which may have come with a clone', async () => {
    const { code, stdout, stderr } = await mcp('import', '--all', '--from', 'vscode');
    assert.equal(code, 0);
    assert.match(stdout, /^Added "tour" to .*workspace\/\.mcp\.json:\d+\n$/);
    assert.match(stderr, /"tour" comes from this workspace and waits for approval.*mcp approve tour/);
    const [listed] = JSON.parse((await mcp('list', '--json')).stdout) as Record<string, unknown>[];
    assert.equal(listed?.['approval'], 'pending');
  });

  it('are all added where their names are free', async () => {
    await mcp('add', 'tour', '--scope', 'user', '--', 'mine');
    const { code, stdout, stderr } = await mcp('import', '--all', '--from', 'cursor');
    assert.equal(code, 0);
    assert.match(stdout, /^Added "docs" to .*\n$/);
    assert.match(stderr, /"tour" is left out: there is one in .*mcp\.json:3\. Add --replace/);
  });

  it('are named with their product when several have the name, and exist', async () => {
    const several = await mcp('import', 'tour');
    assert.deepEqual([several.code, several.stdout], [2, '']);
    assert.match(several.stderr, /--from vscode .*--from cursor/);
    const none = await mcp('import', 'nobody');
    assert.deepEqual([none.code, none.stdout], [4, '']);
    assert.match(none.stderr, /no "nobody".*docs/);
  });

  function mcp(...args: readonly string[]): Promise<Ended> {
    return commandLine.run(['mcp', ...args]);
  }
});
