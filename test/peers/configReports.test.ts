import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { toServerView } from '../../src/core/mcp/serverView.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

/** What `echoesStart.mjs` tells. */
interface Start {
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly pid: number;
}

// Each of these has gone wrong for somebody in another product.
describe('what people report of configurations', function () {
  this.timeout(20_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  async function startOf(hub: Hub, name: string): Promise<Start> {
    return JSON.parse(textOf(await hub.callTool(name, 'echo', {}))) as Start;
  }

  async function approveAll(hub: Hub): Promise<void> {
    for (const { definition } of hub.servers()) await hub.setApproval(definition, true);
  }

  it('a workspace folder with quotes and backslashes in its name reaches the server as it is', async () => {
    const workspace = join(fixture.root, 'tour "one" \\n {x}');
    mkdirSync(workspace);
    const entry = fixture.fault('echoesStart') as { command: string; args: string[] };
    const hub = await fixture.hub(
      { docs: { ...entry, args: [...entry.args, '${workspaceFolder}', '--root=${workspaceFolder}/src'] } },
      { workspaceFolder: workspace, cwd: workspace },
    );
    const { args } = await startOf(hub, 'docs');
    assert.deepEqual(args.slice(-2), [workspace, `--root=${workspace}/src`]);
  });

  it('what a clone makes of devices and pipes holds nothing up', async () => {
    const pipe = join(fixture.root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    fixture.write('workspace/.mcp.json', {
      waits: { ...fixture.fault('echoesStart'), envFile: pipe },
      endless: { ...fixture.fault('echoesStart'), envFile: '/dev/zero' },
    });
    mkdirSync(join(fixture.workspace, '.patchbay'));
    symlinkSync('/dev/zero', join(fixture.workspace, '.patchbay/mcp.json'));
    const hub = await fixture.hub({ fine: fixture.fault('echoesStart') });
    await hub.ready();
    assert.deepEqual(
      hub.configIssues().map(({ server, message }) => [server, /it is no ordinary file/.test(message)]),
      [
        ['waits', true],
        ['endless', true],
        [undefined, true],
      ],
    );
    assert.equal(hub.server('fine')?.state.status, 'connected');
  });

  it('a variable that does not exist fails its server alone, by name, file and line', async () => {
    const hub = await fixture.hub({
      docs: { command: 'node', args: ['${workspaceFolders}'] },
      fine: fixture.fault('echoesStart'),
    });
    await hub.ready();
    const [issue] = hub.configIssues();
    assert.deepEqual([issue?.server, issue?.field, issue?.line], ['docs', 'args[0]', 6]);
    assert.match(issue?.message ?? '', /workspaceFolders is not set/);
    assert.equal(hub.server('fine')?.state.status, 'connected');
  });

  for (const [scope, file] of [
    ['user', 'home/mcp.json'],
    ['project', 'workspace/.mcp.json'],
    ['local', 'workspace/.patchbay/mcp.json'],
    ['session', 'session.json'],
  ] as const) {
    it(`variables of the environment are expanded in the scope ${scope}`, async () => {
      const path = fixture.write(file, { docs: fixture.fault('echoesStart', { env: { COPY: '${env:TOUR_TOKEN}' } }) });
      const environment = { ...process.env, TOUR_TOKEN: 'from the environment' };
      const hub = await fixture.hub(undefined, { environment, sessionFiles: scope === 'session' ? [path] : [] });
      assert.equal(hub.server('docs')?.definition.scope, scope);
      await approveAll(hub);
      assert.equal((await startOf(hub, 'docs')).env['COPY'], 'from the environment');
    });
  }

  it('a variable that only the login shell knows has its value, not an empty one', async () => {
    const shell = join(fixture.root, 'shell');
    writeFileSync(shell, '#!/bin/sh\nTOUR_TOKEN="from the profile" exec /bin/sh "$@"\n');
    chmodSync(shell, 0o755);
    const hub = await fixture.hub(
      { docs: fixture.fault('echoesStart', { env: { COPY: '${TOUR_TOKEN}' } }) },
      { environment: { ...process.env, SHELL: shell } },
    );
    assert.equal((await startOf(hub, 'docs')).env['COPY'], 'from the profile');
  });

  it('one bad entry takes nobody along, whatever is wrong with it', async () => {
    const hub = await fixture.hub({
      text: 'node' as never,
      args: { command: 'node', args: 'server.js' },
      type: { type: 'carrier-pigeon', command: 'node' },
      url: { url: 'not an address' },
      headers: { url: 'http://127.0.0.1:9/', headers: { 'a b': 'c' } },
      oauth: { url: 'http://127.0.0.1:9/', oauth: { callbackPort: 0 } },
      socket: { type: 'ws', url: 'ws://127.0.0.1:9/', headers: {} },
      input: { command: '${input:nope}' },
      'bad name': { command: 'node' },
      fine: fixture.fault('echoesStart'),
    });
    await hub.ready();
    const statuses = hub.servers().map(({ definition, state }) => [definition.name, state.status]);
    assert.deepEqual(statuses.at(-1), ['fine', 'connected']);
    assert.equal(statuses.length, 9);
    assert.ok(statuses.slice(0, -1).every(([, status]) => status === 'failed'));
    for (const issue of hub.configIssues()) {
      assert.ok(issue.file.endsWith('home/mcp.json') && issue.line > 2 && issue.server !== undefined, issue.message);
    }
    assert.deepEqual(
      hub.configIssues().map(({ server, field }) => [server, field]),
      [
        ['text', ''],
        ['args', 'args'],
        ['type', 'type'],
        ['url', 'url'],
        ['headers', 'headers.a b'],
        ['oauth', 'oauth.callbackPort'],
        ['socket', 'headers'],
        ['input', 'command'],
        ['bad name', undefined],
      ],
    );
  });

  it('a server says which file and line it comes from, and which others it is used in place of', async () => {
    fixture.write('workspace/.mcp.json', { docs: { command: 'shared' } });
    const hub = await fixture.hub({ first: { command: 'x' }, docs: { command: 'own' } });
    const snapshot = hub.server('docs');
    assert.ok(snapshot);
    const { source, scope, overrides } = toServerView(snapshot, {
      workspaceFolder: fixture.workspace,
      isSignedIn: false,
      isRejected: false,
      isTrusted: true,
    });
    assert.deepEqual([source, scope], ['.mcp.json:3', 'project']);
    assert.deepEqual(overrides, [{ scope: 'user', source: `${fixture.home}/mcp.json:6` }]);
  });

  it('allowing a tool, or another time-out, during a call does not restart the server', async () => {
    const entry = fixture.fault('echoesStart');
    const hub = await fixture.hub({ docs: entry });
    const { pid } = await startOf(hub, 'docs');
    const call = hub.callTool('docs', 'echo', {});
    fixture.write('home/mcp.json', { docs: { ...entry, alwaysAllow: ['echo'], timeout: 9, description: 'x' } });
    await hub.refreshDefinitions();
    assert.equal((JSON.parse(textOf(await call)) as Start).pid, pid);
    await hub.edits.setToolEnabled('docs', 'other', false);
    assert.equal((await startOf(hub, 'docs')).pid, pid);
  });

  it('a change of an envFile is picked up, also when that was not there', async () => {
    const hub = await fixture.hub({ docs: fixture.fault('echoesStart', { envFile: 'conf/tour.env' }) });
    hub.watch();
    assert.match(hub.configIssues()[0]?.message ?? '', /"envFile" cannot be read/);
    mkdirSync(join(fixture.workspace, 'conf'));
    fixture.write('workspace/conf/tour.env', 'COPY=one\n');
    await until(hub.onDidChange, () => hub.configIssues().length === 0);
    assert.equal((await startOf(hub, 'docs')).env['COPY'], 'one');

    const next = fixture.write('workspace/conf/next.env', 'COPY=two\n');
    renameSync(next, join(fixture.workspace, 'conf', 'tour.env'));
    await until(hub.onDidChange, () => {
      const { transport } = hub.server('docs')?.definition ?? {};
      return transport?.type === 'stdio' && transport.env['COPY'] === 'two';
    });
    assert.equal((await startOf(hub, 'docs')).env['COPY'], 'two');
  });
});
