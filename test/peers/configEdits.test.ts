import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { HubFixture } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

const toggler = fileURLToPath(new URL('../support/configToggler.ts', import.meta.url));

describe('edits of the configuration', function () {
  this.timeout(30_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  function textOf(path: string): string {
    return readFileSync(join(fixture.root, path), 'utf8');
  }

  function statusOf(hub: Hub, name: string): string | undefined {
    return hub.server(name)?.state.status;
  }

  describe('that add a server', () => {
    it('make the file that is missing, and say where the server is', async () => {
      const hub = await fixture.hub();
      const added = await hub.edits.add('user', 'docs', { command: 'node', args: ['server.js'] });
      assert.deepEqual(added, { file: join(fixture.home, 'mcp.json'), line: 3, warnings: [] });
      assert.equal(
        textOf('home/mcp.json'),
        '{\n  "mcpServers": {\n    "docs": {\n      "command": "node",\n      "args": [\n        "server.js"\n      ]\n    }\n  }\n}\n',
      );
      assert.equal(statSync(added.file).mode & 0o777, 0o600);
      assert.equal(statusOf(hub, 'docs'), 'disconnected');
    });

    for (const scope of ['project', 'local'] as const) {
      it(`approve it by that in the scope ${scope}, for this definition alone`, async () => {
        const hub = await fixture.hub();
        const { file } = await hub.edits.add(scope, 'docs', fixture.fault('echoesStart') as never);
        assert.equal(hub.approvalOf('docs'), 'approved');
        assert.equal((await hub.connect('docs')).status, 'connected');
        writeFileSync(file, readFileSync(file, 'utf8').replace('echoesStart', 'logs'));
        await hub.refreshDefinitions();
        assert.equal(hub.approvalOf('docs'), 'pending');
      });
    }

    it('keep comments, order and line ends of a file that is there', async () => {
      const before = '{\r\n\t// mine\r\n\t"mcpServers": {\r\n\t\t"a": {"command": "x"}, // first\r\n\t},\r\n}\r\n';
      fixture.write('home/mcp.json', before);
      const hub = await fixture.hub();
      const { line } = await hub.edits.add('user', 'b', { command: 'y' });
      assert.equal(line, 5);
      assert.equal(
        textOf('home/mcp.json'),
        before.replace('// first\r\n', '// first\r\n\t\t"b": {\r\n\t\t\t"command": "y"\r\n\t\t},\r\n'),
      );
    });

    it('replace one of the same name only when asked to, and name its line otherwise', async () => {
      const hub = await fixture.hub({ docs: { command: 'old' } });
      await assert.rejects(hub.edits.add('user', 'docs', { command: 'new' }), {
        name: 'ConfigEditError',
        code: 'exists',
        line: 3,
      });
      assert.match(textOf('home/mcp.json'), /old/);
      await hub.edits.add('user', 'docs', { command: 'new' }, { isReplacing: true });
      assert.doesNotMatch(textOf('home/mcp.json'), /old/);
    });

    const refused: [string, string, Record<string, unknown>, string, RegExp][] = [
      ['a name that no server can have', 'a b', { command: 'x' }, 'invalid_name', /not a valid server name/],
      ['a reserved name', 'mcp__x', { command: 'x' }, 'invalid_name', /reserved/],
      ['an entry with neither command nor url', 'docs', {}, 'invalid_config', /neither "command" nor "url"/],
      ['an entry with a wrong value', 'docs', { command: 'x', args: [1] }, 'invalid_config', /"args\[0\]".*a string/],
      ['an entry with an unknown input', 'docs', { command: '${input:k}' }, 'invalid_config', /\$\{input:k\}/],
    ];
    for (const [what, name, entry, code, message] of refused) {
      it(`refuse ${what} and write nothing`, async () => {
        const hub = await fixture.hub();
        await assert.rejects(hub.edits.add('user', name, entry as never), { name: 'ConfigEditError', code, message });
        assert.throws(() => textOf('home/mcp.json'), { code: 'ENOENT' });
      });
    }

    it('take one whose variables have no value yet', async () => {
      const hub = await fixture.hub();
      const { warnings } = await hub.edits.add('user', 'docs', { command: '${PATCHBAY_TEST_UNSET}' });
      assert.match(warnings.join(), /PATCHBAY_TEST_UNSET is not set/);
      assert.equal(statusOf(hub, 'docs'), 'failed');
    });

    it('write the inputs it refers to, which share their values with equal ones alone', async () => {
      const inputs = [
        { id: 'same', description: 'Key of the docs' },
        { id: 'other', description: 'Key of the tracker' },
      ];
      fixture.write('home/mcp.json', JSON.stringify({ inputs, mcpServers: {} }, undefined, 2));
      const hub = await fixture.hub();
      const entry = { command: '${input:same}', args: ['--key=${input:other}', '${input:new}'] };
      const asked = [inputs[0] ?? {}, { id: 'other', description: 'Key of the docs' }, { id: 'new' }];
      await hub.edits.add('user', 'docs', entry, { inputs: asked });
      const written = JSON.parse(textOf('home/mcp.json')) as { inputs: unknown; mcpServers: unknown };
      assert.deepEqual(written.inputs, [...inputs, { id: 'other-2', description: 'Key of the docs' }, { id: 'new' }]);
      assert.deepEqual(written.mcpServers, {
        docs: { command: '${input:same}', args: ['--key=${input:other-2}', '${input:new}'] },
      });
    });

    it('warn of values that look secret in a file that is shared, and of a definition that wins', async () => {
      const hub = await fixture.hub();
      const env = { API_KEY: 'hunter2', LOG: 'debug' };
      const { warnings } = await hub.edits.add('project', 'docs', { command: 'x', env });
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /"env.API_KEY" looks secret.*is shared/);
      const own = await hub.edits.add('user', 'docs', { command: 'x', env });
      assert.equal(own.warnings.length, 1);
      assert.match(own.warnings[0] ?? '', /"docs" of .*\.mcp\.json:3 is used in its place/);
    });

    it('add it all the same where the approval cannot be kept, and say which file is in the way', async () => {
      mkdirSync(join(fixture.home, 'trust.json'), { recursive: true });
      const hub = await fixture.hub();
      const { file, warnings } = await hub.edits.add('project', 'docs', { command: 'x' });
      assert.equal(file, join(fixture.root, 'workspace', '.mcp.json'));
      assert.equal(hub.approvalOf('docs'), 'pending');
      assert.equal(warnings.length, 1);
      assert.match(
        warnings[0] ?? '',
        /^"docs" is added, but not approved\. \S*\/home\/trust\.json cannot be changed: .*writable\. Then approve it\.$/,
      );
    });

    it('write nothing into a workspace that is not trusted, or where none is open', async () => {
      const untrusted = await fixture.hub(undefined, { isTrusted: () => false });
      await assert.rejects(untrusted.edits.add('project', 'docs', { command: 'x' }), { code: 'not_editable' });
      const folderless = await fixture.hub(undefined, { workspaceFolder: undefined });
      await assert.rejects(folderless.edits.add('local', 'docs', { command: 'x' }), { code: 'not_editable' });
    });
  });

  describe('that remove a server', () => {
    it('take it out of the file in use, or of the scope that is named', async () => {
      fixture.write('workspace/.mcp.json', { docs: { command: 'shared' } });
      const hub = await fixture.hub({ docs: { command: 'own' } });
      assert.deepEqual(await hub.edits.remove('docs', 'user'), { file: join(fixture.home, 'mcp.json') });
      assert.equal(hub.server('docs')?.definition.scope, 'project');
      await hub.edits.remove('docs');
      assert.equal(hub.server('docs'), undefined);
      assert.deepEqual(JSON.parse(textOf('workspace/.mcp.json')), { mcpServers: {} });
    });

    it('forget the values of inputs that no other server has', async () => {
      const inputs = [{ id: 'own' }, { id: 'shared' }];
      const mcpServers = {
        gone: { command: '${input:own}', args: ['${input:shared}'] },
        stays: { command: '${input:shared}' },
      };
      const file = fixture.write('home/mcp.json', JSON.stringify({ inputs, mcpServers }));
      for (const { id } of inputs) fixture.secrets.values.set(`input/${file}#${id}`, 'x');
      const hub = await fixture.hub();
      await hub.edits.remove('gone');
      assert.deepEqual([...fixture.secrets.values.keys()], [`input/${file}#shared`]);
    });

    it('end what runs', async () => {
      const hub = await fixture.hub({ docs: fixture.fault('echoesStart') });
      await hub.connect('docs');
      await hub.edits.remove('docs');
      await hub.dispose();
      assert.deepEqual(fixture.processes(), []);
    });

    it('say that there is none', async () => {
      const hub = await fixture.hub();
      await assert.rejects(hub.edits.remove('docs'), { code: 'unknown_server' });
      await assert.rejects(hub.edits.remove('docs', 'local'), { code: 'unknown_server' });
    });
  });

  describe('that switch a server or a tool', () => {
    it('are written into the person’s own file, and undone without a trace', async () => {
      const hub = await fixture.hub({ docs: { command: 'x' } });
      const before = textOf('home/mcp.json');
      await hub.edits.setEnabled('docs', false);
      await hub.edits.setToolEnabled('docs', 'drop', false);
      assert.equal(statusOf(hub, 'docs'), 'disabled');
      assert.deepEqual(hub.server('docs')?.definition.raw, { command: 'x', disabled: true, disabledTools: ['drop'] });
      await hub.edits.setToolEnabled('docs', 'drop', true);
      await hub.edits.setEnabled('docs', true);
      assert.equal(statusOf(hub, 'docs'), 'disconnected');
      assert.deepEqual(hub.server('docs')?.definition.disabledTools, []);
      assert.equal(textOf('home/mcp.json'), before);
    });

    it('of a project are kept privately, and the shared file stays as it is', async () => {
      fixture.write('workspace/.mcp.json', { docs: fixture.fault('echoesStart', { disabledTools: ['a'] }) });
      const before = textOf('workspace/.mcp.json');
      const hub = await fixture.hub();
      await hub.setApproval(hub.server('docs')?.definition as never, true);
      await hub.edits.setToolEnabled('docs', 'a', true);
      await hub.edits.setToolEnabled('docs', 'b', false);
      assert.deepEqual(hub.server('docs')?.definition.disabledTools, ['b']);
      await hub.edits.setEnabled('docs', false);
      const other = await fixture.hub();
      assert.equal(statusOf(other, 'docs'), 'disabled');
      await other.edits.setEnabled('docs', true);
      assert.equal(other.approvalOf('docs'), 'approved', 'a switch is no change of the definition');
      assert.equal(textOf('workspace/.mcp.json'), before);
    });

    it('of a project hold for this workspace alone', async () => {
      fixture.write('workspace/.mcp.json', { docs: { command: 'x' } });
      const hub = await fixture.hub();
      await hub.edits.setEnabled('docs', false);
      const elsewhere = join(fixture.root, 'elsewhere');
      mkdirSync(elsewhere);
      fixture.write('elsewhere/.mcp.json', { docs: { command: 'x' } });
      const other = await fixture.hub(undefined, { workspaceFolder: elsewhere, cwd: elsewhere });
      assert.equal(statusOf(other, 'docs'), 'needsApproval');
    });

    it('of a local server keep what was answered, unless the definition became another meanwhile', async () => {
      const hub = await fixture.hub();
      const { file } = await hub.edits.add('local', 'docs', { command: 'x' });
      await hub.edits.setEnabled('docs', false);
      await hub.edits.setEnabled('docs', true);
      assert.equal(hub.approvalOf('docs'), 'approved');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"x"', '"evil"'));
      await hub.edits.setToolEnabled('docs', 'drop', false);
      assert.equal(hub.approvalOf('docs'), 'pending');
    });

    it('of a session are refused', async () => {
      const session = fixture.write('session.json', { docs: { command: 'x' } });
      const hub = await fixture.hub(undefined, { sessionFiles: [session] });
      await assert.rejects(hub.edits.setEnabled('docs', false), { code: 'not_editable', file: session });
      await assert.rejects(hub.edits.remove('docs'), { code: 'not_editable' });
    });

    it('are noticed by other hubs', async () => {
      fixture.write('workspace/.mcp.json', { docs: { command: 'x' } });
      const hub = await fixture.hub();
      const other = await fixture.hub();
      other.watch();
      await hub.edits.setEnabled('docs', false);
      await until(other.onDidChange, () => statusOf(other, 'docs') === 'disabled');
    });
  });

  it('refuse a file that is broken, with its line, and leave it as it is', async () => {
    const broken = '{\n  "mcpServers": {\n    "docs": {"command": "x"\n  }\n}\n';
    const hub = await fixture.hub({ docs: { command: 'x' } });
    writeFileSync(join(fixture.home, 'mcp.json'), broken);
    const expected = { name: 'ConfigEditError', code: 'broken_file', file: join(fixture.home, 'mcp.json') };
    await assert.rejects(hub.edits.add('user', 'more', { command: 'y' }), expected);
    await assert.rejects(hub.edits.setEnabled('docs', false), {
      ...expected,
      line: 6,
      message: /mcp\.json:6 has to be/,
    });
    assert.equal(textOf('home/mcp.json'), broken);
  });

  it('go to the part of a file that counts, where a key comes twice', async () => {
    const file = fixture.write(
      'home/mcp.json',
      '{"mcpServers": {"a": {"command": "1"}}, "mcpServers": {"b": {"command": "2"}}}',
    );
    const hub = await fixture.hub();
    await hub.edits.add('user', 'c', { command: '3' });
    await hub.edits.setEnabled('b', false);
    await hub.edits.remove('c');
    assert.deepEqual(
      hub.servers().map(({ definition }) => definition.name),
      ['b'],
    );
    assert.equal(
      readFileSync(file, 'utf8'),
      '{"mcpServers": {"a": {"command": "1"}}, "mcpServers": {"b": {"command": "2", "disabled": true}}}',
    );
  });

  it('refuse what is no entry, and mend nothing by guessing', async () => {
    fixture.write('home/mcp.json', '{"mcpServers": {"docs": "x", "list": {"command": "x", "disabledTools": "y"}}}');
    const hub = await fixture.hub();
    await assert.rejects(hub.edits.setEnabled('docs', false), { code: 'invalid_config', message: /must be an object/ });
    await assert.rejects(hub.edits.setToolEnabled('list', 'z', false), { code: 'invalid_config', message: /an array/ });
  });

  it('say when a file cannot be written', async () => {
    const hub = await fixture.hub({ docs: { command: 'x' } });
    rmSync(fixture.home, { recursive: true });
    writeFileSync(fixture.home, 'a file in the place of the folder');
    await assert.rejects(hub.edits.add('user', 'more', { command: 'y' }), {
      code: 'write_failed',
      message: /mcp\.json/,
    });
  });

  for (const isThere of [true, false]) {
    it(`keep a link a link when the file it leads to is ${isThere ? '' : 'not '}there`, async () => {
      const target = join(fixture.root, 'dotfiles.json');
      if (isThere) writeFileSync(target, '{"mcpServers": {}}');
      mkdirSync(fixture.home);
      symlinkSync('../dotfiles.json', join(fixture.home, 'mcp.json'));
      const hub = await fixture.hub();
      await hub.edits.add('user', 'docs', { command: 'x' });
      assert.ok(lstatSync(join(fixture.home, 'mcp.json')).isSymbolicLink());
      assert.match(readFileSync(target, 'utf8'), /"docs"/);
    });
  }

  const leads: [string, (workspace: string, outside: string) => void][] = [
    [
      'the file is a link',
      (workspace, outside) => symlinkSync(join(outside, 'servers.json'), join(workspace, '.mcp.json')),
    ],
    ['its folder is one', (workspace, outside) => symlinkSync(outside, join(workspace, '.patchbay'))],
  ];
  for (const [how, link] of leads) {
    it(`write nowhere outside the workspace where ${how} of the workspace`, async () => {
      const outside = join(fixture.root, 'outside');
      mkdirSync(outside);
      link(fixture.workspace, outside);
      const hub = await fixture.hub();
      const scope = how.startsWith('the file') ? 'project' : 'local';
      await assert.rejects(hub.edits.add(scope, 'docs', { command: 'x' }), {
        code: 'not_editable',
        message: /out of the workspace, to .*outside/,
      });
      assert.deepEqual(readdirSync(outside), []);
    });
  }

  it('follow a link within the workspace', async () => {
    const target = fixture.write('workspace/config/servers.json', {});
    symlinkSync('config/servers.json', join(fixture.workspace, '.mcp.json'));
    await (await fixture.hub()).edits.add('project', 'docs', { command: 'x' });
    assert.match(readFileSync(target, 'utf8'), /"docs"/);
  });

  it('make files that others can read only where they are shared', async () => {
    const hub = await fixture.hub();
    const modeOf = async (scope: 'user' | 'project' | 'local'): Promise<number> =>
      statSync((await hub.edits.add(scope, `of-${scope}`, { command: 'x' })).file).mode & 0o777;
    assert.equal(await modeOf('user'), 0o600);
    assert.equal(await modeOf('local'), 0o600);
    // What any program makes of a new file here.
    const usual = statSync(fixture.write('usual.json', '{}')).mode & 0o777;
    assert.equal(await modeOf('project'), usual);
  });

  it('keep the mode of a file', async () => {
    const file = fixture.write('workspace/.mcp.json', { docs: { command: 'x' } });
    const mode = statSync(file).mode;
    const hub = await fixture.hub();
    await hub.edits.add('project', 'more', { command: 'y' });
    assert.equal(statSync(file).mode, mode);
  });

  it('are forgotten together with the answers of a workspace, its values too', async () => {
    const inputs = [{ id: 'key' }];
    const mcpServers = { docs: { command: '${input:key}' }, plain: { command: 'x' } };
    const file = fixture.write('workspace/.mcp.json', JSON.stringify({ inputs, mcpServers }));
    const hub = await fixture.hub({ own: { command: 'x' } });
    fixture.secrets.values.set(`input/${file}#key`, 'x');
    fixture.secrets.values.set('other', 'y');
    await hub.setApproval(hub.server('docs')?.definition as never, true);
    await hub.setApproval(hub.server('plain')?.definition as never, false);
    await hub.edits.setEnabled('plain', false);
    assert.equal(await hub.edits.resetChoices(), 3);
    assert.deepEqual([hub.approvalOf('docs'), hub.approvalOf('plain')], ['pending', 'pending']);
    assert.equal(statusOf(hub, 'plain'), 'needsApproval');
    assert.deepEqual([...fixture.secrets.values.keys()], ['other']);
    assert.equal(await hub.edits.resetChoices(), 0);
  });

  it('forget the values of one server when a person wants to be asked again', async () => {
    const inputs = [{ id: 'key' }, { id: 'other' }];
    const mcpServers = { docs: { command: '${input:key}' } };
    const file = fixture.write('home/mcp.json', JSON.stringify({ inputs, mcpServers }));
    for (const { id } of inputs) fixture.secrets.values.set(`input/${file}#${id}`, 'x');
    const hub = await fixture.hub();
    assert.equal(await hub.edits.forgetInputs('docs'), 1);
    assert.deepEqual([...fixture.secrets.values.keys()], [`input/${file}#other`]);
  });

  it('of two processes that switch servers in the same file are not lost, and no reader sees half a file', async () => {
    const rounds = 150;
    const names = ['a', 'b', 'c', 'd'];
    const lines = names.map((name) => `    // about ${name}\n    "${name}": { "command": "x" }`);
    const file = fixture.write('home/mcp.json', `{\n  // mine\n  "mcpServers": {\n${lines.join(',\n')}\n  }\n}\n`);
    const children = [names.slice(0, 2), names.slice(2)].map((own) =>
      spawn(process.execPath, [toggler, fixture.home, fixture.workspace, String(rounds), ...own], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    );
    const exits = Promise.all(children.map((child) => once(child, 'exit')));
    let isRunning = true;
    void exits.finally(() => (isRunning = false));
    let reads = 0;
    const seen = new Set<string>();
    while (isRunning) {
      const text = readFileSync(file, 'utf8');
      const errors: ParseError[] = [];
      parse(text, errors);
      assert.deepEqual(errors, [], text);
      seen.add(text);
      reads++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(await exits, [
      [0, null],
      [0, null],
    ]);
    assert.ok(reads > rounds && seen.size > 20, `${reads} reads of ${seen.size} texts`);
    const text = readFileSync(file, 'utf8');
    const { mcpServers } = parse(text) as {
      mcpServers: Record<string, { disabled?: boolean; disabledTools: string[] }>;
    };
    const marks = Array.from({ length: rounds }, (_, round) => `tool-${round}`);
    for (const name of names) {
      assert.equal(mcpServers[name]?.disabled, true);
      assert.deepEqual(
        mcpServers[name].disabledTools,
        marks.filter((_, round) => names.indexOf(name) % 2 === round % 2),
      );
      assert.ok(text.includes(`// about ${name}\n    "${name}"`));
    }
    assert.ok(text.includes('// mine'));
  });
});
