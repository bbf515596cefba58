import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saying } from '../servers/scriptedModel/script.ts';
import { theOne } from './cli/commandLine.ts';
import type { CommandLine, Ended } from './cli/commandLine.ts';
import { converse } from './cli/conversation.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

describe('servers that are configured on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  const fixture = useCommandLine((given) => {
    ({ commandLine } = given);
  });

  const places = [
    ['by default', [], 'workspace/.patchbay/mcp.json'],
    ['for this checkout', ['--scope', 'local'], 'workspace/.patchbay/mcp.json'],
    ['for the project', ['--scope', 'project'], 'workspace/.mcp.json'],
    ['for the person', ['--scope', 'user'], 'home/mcp.json'],
  ] as const;
  for (const [what, scope, file] of places) {
    it(`are written ${what} to ${file}, and work at once`, async () => {
      const { command, args } = fixture.tour;
      const added = await mcp('add', 'tour', ...scope, '--env', 'A=b=c', '--', command, ...args, '--flag');
      assert.deepEqual([added.code, added.stderr], [0, '']);
      assert.equal(added.stdout, `Added "tour" to ${join(commandLine.folder, file)}:3\n`);
      assert.deepEqual(await written(file), {
        mcpServers: { tour: { command, args: [...args, '--flag'], env: { A: 'b=c' } } },
      });
      const read = await mcp('read', 'tour', 'docs://packing-list');
      assert.deepEqual([read.code, read.stderr], [0, '']);
    });
  }

  it('may have a URL, with headers that are shown to nobody', async () => {
    const header = ['--header', 'Authorization: Bearer s3cret', '--header', 'X-Team: maps'];
    await mcp('add', 'docs', 'https://example.com/mcp', '--transport', 'http', ...header);
    const headers = { Authorization: 'Bearer s3cret', 'X-Team': 'maps' };
    assert.deepEqual(await written('workspace/.patchbay/mcp.json'), {
      mcpServers: { docs: { type: 'http', url: 'https://example.com/mcp', headers } },
    });
    const shown = await mcp('get', 'docs');
    assert.match(shown.stdout, /"X-Team":"<redacted>"/);
    assert.ok(!shown.stdout.includes('s3cret'), shown.stdout);
  });

  it('may be given as JSON, from stdin too', async () => {
    const entry = { ...fixture.tour, timeout: 5, alwaysAllow: ['book_trip'] };
    assert.equal((await mcp('add-json', 'one', JSON.stringify(entry))).code, 0);
    assert.equal((await commandLine.run(['mcp', 'add-json', 'two', '-'], { input: JSON.stringify(entry) })).code, 0);
    assert.deepEqual(await written('workspace/.patchbay/mcp.json'), { mcpServers: { one: entry, two: entry } });
  });

  it('take no name that is taken in the same file, unless that is wanted', async () => {
    await mcp('add', 'tour', '--', 'first');
    const again = await mcp('add', 'tour', '--', 'second');
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.match(again.stderr, /"tour".*mcp\.json:3.*--replace/);
    assert.equal((await mcp('add', 'tour', '--replace', '--', 'second')).code, 0);
    assert.deepEqual(await written('workspace/.patchbay/mcp.json'), { mcpServers: { tour: { command: 'second' } } });
  });

  it('say when another definition of the name is used', async () => {
    await mcp('add', 'tour', '--', 'nearer');
    const { code, stderr } = await mcp('add', 'tour', '--scope', 'user', '--', 'farther');
    assert.equal(code, 0);
    assert.match(stderr, /\.patchbay\/mcp\.json:3 is used in its place/);
  });

  it('are refused with 2 when their name or entry could not be read', async () => {
    const name = await mcp('add', 'a/b', '--', 'node');
    assert.deepEqual([name.code, name.stdout], [2, '']);
    assert.match(name.stderr, /"a\/b"/);
    const entry = await mcp('add-json', 'tour', '{"command":7}');
    assert.equal(entry.code, 2);
    assert.match(entry.stderr, /"command" of "tour"/);
    await assert.rejects(written('workspace/.patchbay/mcp.json'), { code: 'ENOENT' });
  });

  it('are taken out of the file in use, and then of the next one', async () => {
    await mcp('add', 'tour', '--scope', 'user', '--', 'farther');
    await mcp('add', 'tour', '--', 'nearer');
    const first = await mcp('remove', 'tour');
    assert.match(
      first.stdout,
      /Removed "tour" from .*\.patchbay\/mcp\.json\nNow used is "tour" of .*home\/mcp\.json:3\n/,
    );
    const second = await mcp('remove', 'tour');
    assert.match(second.stdout, /^Removed "tour" from .*home\/mcp\.json\n$/);
    const third = await mcp('remove', 'tour');
    assert.deepEqual([third.code, third.stdout], [4, '']);
    assert.match(third.stderr, /"tour"/);
  });

  it('of the project are switched off and on without a change of its file', async () => {
    const file = 'workspace/.mcp.json';
    await mcp('add', 'tour', '--scope', 'project', '--', ...command());
    const before = await readFile(join(commandLine.folder, file), 'utf8');
    assert.equal((await mcp('disable', 'tour')).stdout, 'Disabled "tour"\n');
    const off = await mcp('read', 'tour', 'docs://handbook');
    assert.deepEqual([off.code, off.stdout], [4, '']);
    assert.match(off.stderr, /"tour" is disabled.*patchbay mcp enable tour/);
    assert.match((await mcp('list')).stdout, /^tour +disabled /m);
    assert.equal((await mcp('enable', 'tour')).stdout, 'Enabled "tour"\n');
    assert.equal((await mcp('read', 'tour', 'docs://handbook')).code, 0);
    assert.equal(await readFile(join(commandLine.folder, file), 'utf8'), before);
  });

  it('that are switched on and not approved say so', async () => {
    await commandLine.write('workspace/.mcp.json', { mcpServers: { tour: fixture.tour } });
    await mcp('disable', 'tour');
    const { code, stderr } = await mcp('enable', 'tour');
    assert.equal(code, 0);
    assert.match(stderr, /patchbay mcp approve tour/);
  });

  it('can have single tools switched off: they are shown, counted and sent nowhere, and never called', async () => {
    await mcp('add', 'tour', '--', ...command());
    assert.equal(
      (await mcp('disable', 'tour', '--tool', 'book_trip')).stdout,
      'Disabled the tool "book_trip" of "tour"\n',
    );
    const { objects, requests } = await converse(commandLine, [saying('Hi.')], ['-p', 'Hi']);
    const names = (requests[0]!.body.tools ?? []).map((tool) => tool.function['name']);
    const sent = names.filter((name) => typeof name === 'string' && name.startsWith('mcp__'));
    assert.deepEqual(sent, ['mcp__tour__estimate_cost']);
    assert.equal(theOne(objects, 'mcp_status').servers[0]?.tools, sent.length);
    assert.match((await mcp('tools', 'tour')).stdout, /^tour +book_trip +\(switched off\) /m);
    assert.match((await mcp('get', 'tour', '--check')).stdout, /offers: 1 tool,.*\n.*tools switched off: "book_trip"/);
    const call = await mcp('call', 'tour', 'book_trip', '{"city":"Paris","days":2}');
    assert.deepEqual([call.code, call.stdout], [4, '']);
    await mcp('enable', 'tour', '--tool', 'book_trip');
    assert.equal((await mcp('call', 'tour', 'book_trip', '{"city":"Paris","days":2}')).code, 0);
  });

  it('of the workspace can be asked about again', async () => {
    await commandLine.write('workspace/.mcp.json', { mcpServers: { tour: fixture.tour } });
    await mcp('approve', 'tour');
    assert.equal((await mcp('reset-project-choices')).stdout, 'Forgot one choice\n');
    assert.match((await mcp('list')).stdout, /^tour +needs approval /m);
    assert.equal((await mcp('reset-project-choices')).stdout, 'Forgot 0 choices\n');
  });

  function command(): string[] {
    return [fixture.tour.command, ...fixture.tour.args];
  }

  function mcp(...args: readonly string[]): Promise<Ended> {
    return commandLine.run(['mcp', ...args]);
  }

  async function written(file: string): Promise<unknown> {
    return JSON.parse(await readFile(join(commandLine.folder, file), 'utf8'));
  }
});
