import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../src/core/base/logger.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

/** What `echoesStart.mjs` tells. */
interface Start {
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly pid: number;
}

describe('the hub and its definitions', function () {
  this.timeout(20_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  function statuses(hub: Hub): Record<string, string> {
    return Object.fromEntries(hub.servers().map(({ definition, state }) => [definition.name, state.status]));
  }

  /** What a server was started with. */
  async function startOf(hub: Hub, name: string): Promise<Start> {
    return JSON.parse(textOf(await hub.callTool(name, 'echo', {}))) as Start;
  }

  it('names ten of many, and how many more there are, for one that is not there', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `s${at}`);
    const hub = await fixture.hub(Object.fromEntries(names.map((name) => [name, { command: 'x', disabled: true }])));
    await assert.rejects(hub.callTool('nobody', 'echo', {}), {
      code: 'unknown_server',
      message: /Configured are "s0", ("s\d", ){8}"s9" and 30 more\.$/,
    });
  });

  for (const [scope, file] of [
    ['project', 'workspace/.mcp.json'],
    ['local', 'workspace/.patchbay/mcp.json'],
  ] as const) {
    describe(`of the scope ${scope}`, () => approvedDefinitions(file));
  }

  /** Definitions of a file that can come with a clone. */
  function approvedDefinitions(file: string): void {
    beforeEach(() => {
      fixture.write(file, { tour: fixture.fault('echoesStart') });
    });

    it('start only after approval, which other hubs of the workspace remember', async () => {
      const hub = await fixture.hub();
      await hub.ready();
      assert.deepEqual(statuses(hub), { tour: 'needsApproval' });
      assert.equal(hub.approvalOf('tour'), 'pending');
      assert.deepEqual(await hub.connect('tour'), { status: 'needsApproval' });
      await assert.rejects(hub.callTool('tour', 'echo', {}), { code: 'not_connected', message: /waits for approval/ });
      assert.deepEqual(fixture.processes(), []);

      await hub.setApproval(hub.server('tour')!.definition, true);
      assert.equal(hub.approvalOf('tour'), 'approved');
      assert.deepEqual(fixture.processes(), []);
      await hub.ready();
      assert.deepEqual(statuses(hub), { tour: 'connected' });

      const other = await fixture.hub();
      assert.equal(other.approvalOf('tour'), 'approved');
    });

    it('are not asked about again after a no, and can be approved all the same', async () => {
      const hub = await fixture.hub();
      await hub.setApproval(hub.server('tour')!.definition, false);
      const other = await fixture.hub();
      assert.equal(other.approvalOf('tour'), 'rejected');
      assert.deepEqual(statuses(other), { tour: 'needsApproval' });
      await other.setApproval(other.server('tour')!.definition, true);
      assert.equal((await other.connect('tour')).status, 'connected');
    });

    it('end when the approval is taken back', async () => {
      const hub = await fixture.hub();
      await hub.setApproval(hub.server('tour')!.definition, true);
      await hub.ready();
      await hub.setApproval(hub.server('tour')!.definition, false);
      assert.deepEqual(statuses(hub), { tour: 'needsApproval' });
      await hub.dispose();
      assert.deepEqual(fixture.processes(), []);
    });

    it('ask again when what would be started has changed, and end what runs', async () => {
      const hub = await fixture.hub();
      await hub.setApproval(hub.server('tour')!.definition, true);
      await hub.ready();
      fixture.write(file, { tour: fixture.fault('echoesStart', { env: { EXTRA: '1' } }) });
      await hub.refreshDefinitions();
      assert.deepEqual(statuses(hub), { tour: 'needsApproval' });
      await hub.setApproval(hub.server('tour')!.definition, true);
      assert.equal((await hub.connect('tour')).status, 'connected');
      assert.equal((await startOf(hub, 'tour')).env['EXTRA'], '1');
    });

    it('ask again, and do not reconnect, when anything else has changed', async () => {
      const hub = await fixture.hub();
      await hub.setApproval(hub.server('tour')!.definition, true);
      await hub.ready();
      const { pid } = await startOf(hub, 'tour');
      fixture.write(file, { tour: fixture.fault('echoesStart', { alwaysAllow: ['*'], timeout: 5 }) });
      await hub.refreshDefinitions();
      assert.deepEqual(statuses(hub), { tour: 'needsApproval' });
      assert.deepEqual(hub.server('tour')?.catalog.tools, []);
      await hub.setApproval(hub.server('tour')!.definition, true);
      assert.deepEqual(statuses(hub), { tour: 'connected' });
      assert.equal((await startOf(hub, 'tour')).pid, pid);
    });
  }

  describe('of a project', () => {
    beforeEach(() => {
      fixture.write('workspace/.mcp.json', { tour: fixture.fault('echoesStart') });
    });

    it('are approved for the workspace in which that was asked, and for no other that holds the file', async () => {
      const hub = await fixture.hub();
      await hub.setApproval(hub.server('tour')!.definition, true);
      const elsewhere = await fixture.hub(undefined, { workspaceFolder: fixture.root, cwd: fixture.workspace });
      assert.equal(elsewhere.approvalOf('tour'), 'pending');
    });

    it('never start in a workspace that is not trusted, nor do local ones, nor hide they the person’s own', async () => {
      fixture.write('workspace/.patchbay/mcp.json', {
        local: fixture.fault('echoesStart'),
        mine: { command: 'false' },
      });
      let isTrusted = false;
      const hub = await fixture.hub({ mine: fixture.fault('echoesStart') }, { isTrusted: () => isTrusted });
      await hub.ready();
      assert.deepEqual(statuses(hub), { tour: 'needsApproval', local: 'needsApproval', mine: 'connected' });
      await assert.rejects(hub.setApproval(hub.server('tour')!.definition, true), {
        message: /Trust the workspace first/,
      });
      await assert.rejects(hub.setApproval(hub.server('local')!.definition, true), {
        message: /Trust the workspace first/,
      });

      isTrusted = true;
      await hub.refreshDefinitions();
      assert.deepEqual(statuses(hub), { tour: 'needsApproval', local: 'needsApproval', mine: 'needsApproval' });
      assert.equal(hub.server('mine')?.definition.scope, 'local');
      await hub.setApproval(hub.server('local')!.definition, true);
      assert.equal((await hub.connect('local')).status, 'connected');
    });

    it('are found in every folder from the root down to the current one, where the nearest wins', async () => {
      fixture.write('workspace/a/.mcp.json', { tour: { command: 'nearer' }, a: { command: 'x' } });
      fixture.write('workspace/a/b/.mcp.json', { tour: { command: 'nearest' } });
      fixture.write('workspace/a/b/c/.mcp.json', { below: { command: 'x' } });
      fixture.write('workspace/beside/.mcp.json', { beside: { command: 'x' } });
      const hub = await fixture.hub(undefined, { cwd: join(fixture.workspace, 'a', 'b') });
      assert.deepEqual(Object.keys(statuses(hub)), ['a', 'tour']);
      const tour = hub.server('tour')?.definition;
      assert.deepEqual(tour?.transport, {
        type: 'stdio',
        command: 'nearest',
        args: [],
        env: {},
        cwd: join(fixture.workspace, 'a', 'b'),
      });
      assert.deepEqual(
        tour.overrides.map(({ source }) => source.file),
        [join(fixture.workspace, 'a', '.mcp.json'), join(fixture.workspace, '.mcp.json')],
      );
    });
  });

  it('come from four scopes, of which the later wins', async () => {
    const entry = (command: string) => ({ command });
    fixture.write('workspace/.mcp.json', { one: entry('project'), two: entry('project'), three: entry('project') });
    fixture.write('workspace/.patchbay/mcp.json', { two: entry('local'), three: entry('local') });
    const session = fixture.write('session.json', { three: entry('session') });
    const own = { zero: entry('user'), one: entry('user'), two: entry('user'), three: entry('user') };
    const hub = await fixture.hub(own, { sessionFiles: [session] });
    assert.deepEqual(
      hub
        .servers()
        .map(({ definition }) => [definition.name, definition.scope, definition.overrides.map(({ scope }) => scope)]),
      [
        ['zero', 'user', []],
        ['one', 'project', ['user']],
        ['two', 'local', ['project', 'user']],
        ['three', 'session', ['local', 'project', 'user']],
      ],
    );
    const strict = await fixture.hub(undefined, { sessionFiles: [session], isStrict: true });
    assert.deepEqual(statuses(strict), { three: 'disconnected' });
  });

  it('of a session need no approval', async () => {
    const session = fixture.write('session.json', { given: fixture.fault('echoesStart') });
    const hub = await fixture.hub(undefined, { sessionFiles: ['../session.json'] });
    assert.equal(hub.server('given')?.definition.source.file, session);
    await hub.ready();
    assert.deepEqual(statuses(hub), { given: 'connected' });
  });

  it('reach the child byte for byte', async () => {
    const values = ['', ' blanks ', 'quote"s', '$HOME', '`id`', 'a\\b', 'ü€🎉', 'new\nline', '*', '${NOT_CLOSED'];
    const { command, args } = fixture.fault('echoesStart') as { command: string; args: string[] };
    const env = Object.fromEntries(values.map((value, index) => [`VALUE_${index}`, value]));
    const hub = await fixture.hub({ exact: { command, args: [...args, ...values], env, cwd: '.' } });
    const start = await startOf(hub, 'exact');
    assert.deepEqual(start.args, [fixture.marker, ...values]);
    assert.deepEqual(
      values.map((_value, index) => start.env[`VALUE_${index}`]),
      values,
    );
    assert.equal(start.cwd, fixture.workspace);
  });

  it('hand on the harmless part of the environment and what is configured, and nothing else', async () => {
    const environment = { ...process.env, PATCHBAY_TEST_SECRET: 'x', HOME: '/home/nobody', USER: '() { :; }' };
    fixture.write('workspace/.env', 'FROM_FILE=file\nBOTH=file\n');
    const faulty = fixture.fault('echoesStart', {
      envFile: '${workspaceFolder}/.env',
      env: { BOTH: 'entry', COPY: '${env:PATCHBAY_TEST_SECRET}' },
    });
    const hub = await fixture.hub({ faulty }, { environment });
    const { env } = await startOf(hub, 'faulty');
    assert.equal(env['PATCHBAY_TEST_SECRET'], undefined);
    assert.equal(env['USER'], undefined);
    assert.equal(env['HOME'], '/home/nobody');
    assert.deepEqual([env['FROM_FILE'], env['BOTH'], env['COPY']], ['file', 'entry', 'x']);
  });

  it('that are disabled do not start', async () => {
    const hub = await fixture.hub({ off: fixture.fault('echoesStart', { disabled: true }) });
    await hub.ready();
    assert.deepEqual(await hub.connect('off'), { status: 'disabled' });
    await assert.rejects(hub.callTool('off', 'echo', {}), { code: 'disabled' });
  });

  it('that are wrong are listed with what is wrong, and stop no other', async () => {
    const hub = await fixture.hub({
      typed: { command: 'node', args: [1] },
      remote: { type: 'streamable-http', url: 'example.com/mcp' },
      unset: { command: 'node', env: { KEY: '${PATCHBAY_TEST_UNSET}' } },
      fine: fixture.fault('echoesStart'),
    });
    await hub.ready();
    assert.deepEqual(statuses(hub), { typed: 'failed', remote: 'failed', unset: 'failed', fine: 'connected' });
    const failures = hub.servers().flatMap(({ state }) => (state.status === 'failed' ? [state.failure] : []));
    assert.deepEqual(
      failures.map(({ code }) => code),
      ['invalid_config', 'invalid_config', 'missing_env'],
    );
    assert.equal(failures[0]?.message, `"args[0]" of "typed" must be a string. (${fixture.home}/mcp.json:6)`);
    assert.match(failures[1]?.message ?? '', /"url" of "remote" must be a whole address/);
    assert.match(failures[2]?.message ?? '', /PATCHBAY_TEST_UNSET is not set/);
    assert.deepEqual(hub.server('remote')?.definition.transport, { type: 'unusable', written: 'http' });
    assert.equal((await hub.connect('typed')).status, 'failed');
  });

  it('of a file with a syntax error do not start, and those of other files do', async () => {
    const own = fixture.write(
      'home/mcp.json',
      '{"mcpServers": {"first": {"command": "node"},\n "second": {"command": }}',
    );
    const session = fixture.write('session.json', { fine: fixture.fault('echoesStart') });
    const hub = await fixture.hub(undefined, { sessionFiles: [session] });
    await hub.ready();
    assert.deepEqual(statuses(hub), { fine: 'connected' });
    const [issue, ...more] = hub.configIssues();
    assert.deepEqual(more, []);
    assert.deepEqual([issue?.file, issue?.line, issue?.severity], [own, 2, 'error']);
    assert.match(issue?.message ?? '', /None of its servers start until it is mended/);
  });

  it('stay in force while their file is broken for a moment', async () => {
    const hub = await fixture.hub({ one: fixture.fault('echoesStart') });
    await hub.ready();
    const { pid } = await startOf(hub, 'one');
    // As an editor saves that does not do so in one step: emptied, then half written.
    for (const text of ['', '{"mcpServers": {']) {
      fixture.write('home/mcp.json', text);
      await hub.refreshDefinitions();
      assert.equal(hub.configIssues().length, 1);
      assert.equal((await startOf(hub, 'one')).pid, pid);
    }
  });

  it('keep their connection when they are read again', async () => {
    const hub = await fixture.hub({ same: fixture.fault('echoesStart'), other: fixture.fault('echoesStart') });
    await hub.ready();
    const [same, other] = [await startOf(hub, 'same'), await startOf(hub, 'other')];
    const renamed = fixture.fault('echoesStart', { description: 'new', timeout: 7, alwaysAllow: ['echo'] });
    fixture.write('home/mcp.json', { same: renamed, other: fixture.fault('echoesStart', { env: { NEW: 'x' } }) });
    await hub.refreshDefinitions();
    assert.equal(hub.server('same')?.definition.timeoutMs, 7_000);
    assert.deepEqual(statuses(hub), { same: 'connected', other: 'disconnected' });
    await hub.ready();
    assert.equal((await startOf(hub, 'same')).pid, same.pid);
    assert.notEqual((await startOf(hub, 'other')).pid, other.pid);
  });

  it('that are taken out end what runs', async () => {
    const hub = await fixture.hub({ gone: fixture.fault('echoesStart'), stays: fixture.fault('echoesStart') });
    await hub.ready();
    fixture.write('home/mcp.json', { stays: fixture.fault('echoesStart') });
    await hub.refreshDefinitions();
    assert.deepEqual(statuses(hub), { stays: 'connected' });
    await hub.dispose();
    assert.deepEqual(fixture.processes(), []);
  });

  it('are picked up when files come, change and go', async () => {
    rmSync(fixture.home, { recursive: true, force: true });
    const hub = await fixture.hub();
    hub.watch();
    await hub.ready();
    mkdirSync(fixture.home);
    fixture.write('home/mcp.json', { one: fixture.fault('echoesStart') });
    await until(hub.onDidChange, () => statuses(hub)['one'] === 'connected');
    fixture.write('workspace/.mcp.json', { two: fixture.fault('echoesStart') });
    await until(hub.onDidChange, () => statuses(hub)['two'] === 'needsApproval');
    const elsewhere = await fixture.hub();
    await elsewhere.setApproval(elsewhere.server('two')!.definition, true);
    await until(hub.onDidChange, () => statuses(hub)['two'] === 'connected');
    rmSync(join(fixture.home, 'mcp.json'));
    await until(hub.onDidChange, () => statuses(hub)['one'] === undefined);
  });

  it('are picked up from a folder that could not be watched before, once they were read again', async () => {
    const home = join(fixture.root, 'not', 'yet', 'home');
    const hub = await fixture.hub(undefined, { home });
    hub.watch();
    await hub.ready();
    mkdirSync(home, { recursive: true });
    await hub.refreshDefinitions();
    fixture.write('not/yet/home/mcp.json', { one: fixture.fault('echoesStart') });
    await until(hub.onDidChange, () => statuses(hub)['one'] === 'connected');
  });

  it('that cannot be read after a change are said in the log, and read at the next', async () => {
    const logged = new Emitter<void>();
    const errors: string[] = [];
    let isBroken = false;
    const hub = await fixture.hub(undefined, {
      settings: () => {
        if (isBroken) throw new Error('settings cannot be read');
        return defaultSettings;
      },
      logger: {
        ...silentLogger,
        error(message, error) {
          errors.push(`${message}: ${(error as Error).message}`);
          logged.fire();
        },
      },
    });
    hub.watch();
    await hub.ready();
    isBroken = true;
    fixture.write('workspace/.mcp.json', { one: fixture.fault('echoesStart') });
    await until(logged.event, () => errors.length > 0);
    assert.match(errors[0] ?? '', /could not be taken over: settings cannot be read/);
    isBroken = false;
    fixture.write('workspace/.mcp.json', { two: fixture.fault('echoesStart') });
    await until(hub.onDidChange, () => statuses(hub)['two'] === 'needsApproval');
  });

  it('start only by a person’s wish where that is set', async () => {
    const hub = await fixture.hub({ one: fixture.fault('echoesStart') }, {}, { autoConnect: 'never' });
    await hub.ready();
    assert.deepEqual(statuses(hub), { one: 'disconnected' });
    await assert.rejects(hub.callTool('one', 'echo', {}), { code: 'not_connected' });
    await hub.connect('one');
    assert.equal((await startOf(hub, 'one')).args[0], fixture.marker);
  });

  it('start no more servers at a time than allowed', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const entries = Object.fromEntries(names.map((name) => [name, fixture.fault('neverAnswers')]));
    const hub = await fixture.hub(entries, {}, { maxParallelConnects: 2, connectTimeoutMs: 1_000 });
    let started = 0;
    let most = 0;
    // What each says first: now it runs, besides those that ran before and have not failed yet.
    hub.onDidLog(({ line }) => {
      if (line !== 'Waiting for the moon.') return;
      started++;
      most = Math.max(most, started - Object.values(statuses(hub)).filter((status) => status === 'failed').length);
    });
    await hub.ready();
    assert.ok(most === 1 || most === 2, `${most} ran at the same time`);
    assert.deepEqual(
      Object.values(statuses(hub)),
      names.map(() => 'failed'),
    );
  });

  it('with a disabled tool list it and refuse to call it', async () => {
    const hub = await fixture.hub({ one: fixture.fault('echoesStart', { disabledTools: ['echo'] }) });
    await hub.ready();
    assert.equal(hub.server('one')?.catalog.tools.length, 1);
    await assert.rejects(hub.callTool('one', 'echo', {}), { code: 'disabled', message: /"disabledTools"/ });
  });

  it('of equal content under two names are two servers', async () => {
    const hub = await fixture.hub({ one: fixture.fault('echoesStart'), two: fixture.fault('echoesStart') });
    await hub.ready();
    assert.equal(fixture.processes().length, 2);
    assert.equal(hub.toolByPublicName('mcp__two__echo')?.server, 'two');
  });

  it('leave the configuration files as they are', async () => {
    const file = fixture.write('home/mcp.json', '{ // mine\n  "mcpServers": {}\n}\n');
    const hub = await fixture.hub();
    await hub.ready();
    assert.equal(readFileSync(file, 'utf8'), '{ // mine\n  "mcpServers": {}\n}\n');
  });
});
