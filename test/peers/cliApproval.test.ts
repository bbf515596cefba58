import assert from 'node:assert/strict';
import type { CommandLine, Ended } from './cli/commandLine.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

for (const file of ['.mcp.json', '.patchbay/mcp.json']) {
  describe(`a server of ${file} on the command line`, function () {
    this.timeout(30_000);
    approvedServer(file);
  });
}

/** Both files can come with a clone. */
function approvedServer(file: string): void {
  let commandLine: CommandLine;

  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    await define({ ...fixture.tour, env: { TOKEN: 's3cret' } });
  });

  it('is not started before it is approved; naming it ends with 4 and says how', async () => {
    const { code, stdout, stderr } = await mcp('tools', 'tour');
    assert.deepEqual([code, stdout], [4, '']);
    assert.match(stderr, /\[pending_approval\].*mcp\.json:3.*patchbay mcp approve tour/);
  });

  it('is left out with a warning where it is not named', async () => {
    const { code, stdout, stderr } = await mcp('tools', '--json');
    assert.deepEqual([code, JSON.parse(stdout)], [0, []]);
    assert.match(stderr, /warning \[pending_approval\] tour:.*patchbay mcp approve tour/);
  });

  it('can be read in full before it is answered for, with no value of a variable', async () => {
    const { code, stdout } = await mcp('get', 'tour');
    assert.equal(code, 0);
    assert.ok(stdout.includes(`  command: ${JSON.stringify(['node', fixture.tourServer])}\n`), stdout);
    assert.match(stdout, /^ {2}takes of your variables: none$/m);
    assert.ok(stdout.includes('  environment: TOKEN\n') && !stdout.includes('s3cret'), stdout);
  });

  it('works once it is approved, in that workspace and from every folder of it', async () => {
    const approved = await mcp('approve', 'tour');
    assert.equal(approved.code, 0);
    assert.match(approved.stdout, /Approved "tour"/);
    assert.ok(approved.stdout.includes(JSON.stringify(['node', fixture.tourServer])), approved.stdout);
    assert.ok(approved.stdout.includes('TOKEN') && !approved.stdout.includes('s3cret'), approved.stdout);
    assert.equal(await approvalListed(), 'approved');

    const there = await commandLine.run(['mcp', 'read', 'tour', 'docs://handbook']);
    assert.deepEqual([there.code, there.stderr], [0, '']);
    await commandLine.write('workspace/packages/one/README.md', '');
    const below = await commandLine.run([
      ...['mcp', 'read', 'tour', 'docs://handbook', '--cwd', `${commandLine.workspace}/packages/one`],
    ]);
    assert.deepEqual([below.code, below.stdout], [0, there.stdout]);
  });

  it('says before it works which of its tools will run without asking', async () => {
    const granted = async (alwaysAllow: unknown): Promise<string | undefined> => {
      await define({ ...fixture.tour, alwaysAllow });
      const { stdout } = await mcp('approve', 'tour');
      return /runs without asking: (.*)/.exec(stdout)?.[1];
    };
    assert.equal(await granted(['book_trip', 'every tool of this server']), '"book_trip", "every tool of this server"');
    assert.equal(await granted('*'), 'every tool of this server');
    assert.equal(await granted([]), 'no tool');
  });

  it('stays off when it is rejected, without a word unless it is named', async () => {
    const rejected = await mcp('reject', 'tour');
    assert.deepEqual([rejected.code, rejected.stdout.split('\n')[0]?.startsWith('Rejected "tour"')], [0, true]);
    assert.equal(await approvalListed(), 'rejected');
    const unnamed = await mcp('tools', '--json');
    assert.deepEqual([unnamed.code, unnamed.stdout, unnamed.stderr], [0, '[]\n', '']);
    const named = await mcp('tools', 'tour');
    assert.equal(named.code, 4);
    assert.match(named.stderr, /rejected.*patchbay mcp approve tour/);
  });

  it('asks again when its definition has changed', async () => {
    await mcp('approve', 'tour');
    await define({ ...fixture.tour, env: { TOKEN: 'another' } });
    assert.equal(await approvalListed(), 'pending');
    assert.equal((await mcp('tools', 'tour')).code, 4);
  });

  it('is approved by being given with --mcp-config', async () => {
    const { code, stderr } = await mcp('tools', 'tour', '--mcp-config', `${commandLine.workspace}/${file}`);
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('is the only kind that is approved, and has to exist', async () => {
    await commandLine.write('home/mcp.json', { mcpServers: { mine: fixture.tour } });
    const mine = await mcp('approve', 'mine');
    assert.deepEqual([mine.code, mine.stdout], [0, '']);
    assert.match(mine.stderr, /needs no approval/);
    const nobody = await mcp('approve', 'nobody');
    assert.equal(nobody.code, 4);
    assert.match(nobody.stderr, /nobody/);
  });

  function define(definition: object): Promise<string> {
    return commandLine.write(`workspace/${file}`, { mcpServers: { tour: definition } });
  }

  function mcp(...args: readonly string[]): Promise<Ended> {
    return commandLine.run(['mcp', ...args]);
  }

  async function approvalListed(): Promise<unknown> {
    const { stdout } = await mcp('list', '--json');
    return (JSON.parse(stdout) as { approval: string }[])[0]?.approval;
  }
}
