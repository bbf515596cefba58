import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processSpace, startTimesOf } from '../../src/core/base/process/processIdentity.ts';
import type { ProcessIdentity } from '../../src/core/base/process/processIdentity.ts';
import { parseRecord } from '../../src/core/mcp/process/processRecord.ts';
import type { ProcessRecord } from '../../src/core/mcp/process/processRecord.ts';
import { areGone } from '../../src/core/mcp/process/processTree.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { OtherHost } from '../support/otherHost.ts';
import { untilCount } from '../support/processes.ts';

describe('servers of a process that was killed', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let hosts: OtherHost[];
  let strangers: ChildProcess[];

  beforeEach(() => {
    fixture = new HubFixture();
    hosts = [];
    strangers = [];
  });
  afterEach(async () => {
    for (const stranger of strangers) stranger.kill('SIGKILL');
    await Promise.all(hosts.map((host) => host.kill()));
    await (await fixture.hub()).dispose();
    const left = fixture.processes();
    await fixture.dispose();
    assert.deepEqual(left, [], 'left running');
  });

  function folder(): string {
    return join(fixture.home, 'processes');
  }

  function records(): ProcessRecord[] {
    return readdirSync(folder()).map((name) => {
      const record = parseRecord(readFileSync(join(folder(), name), 'utf8'));
      assert.ok(record, `${name} cannot be read`);
      return record;
    });
  }

  async function anotherHost(): Promise<OtherHost> {
    fixture.write('home/mcp.json', { family: fixture.fault('stubbornFamily') });
    const host = await OtherHost.start(fixture);
    hosts.push(host);
    return host;
  }

  /** A process that no Patchbay has started. */
  async function aStranger(): Promise<ProcessIdentity> {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], {
      stdio: 'ignore',
      detached: true,
    });
    strangers.push(stranger);
    await once(stranger, 'spawn');
    const pid = stranger.pid as number;
    return { pid, startedAt: (await startTimesOf([pid])).get(pid) as string };
  }

  /** What a process that has ended would have left. */
  async function leaveRecord(child: ProcessIdentity, space = processSpace()): Promise<string> {
    const gone = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(gone, 'exit');
    mkdirSync(folder(), { recursive: true });
    const file = join(folder(), `${gone.pid}-left.jsonl`);
    const lines = [{ space, host: { pid: gone.pid, startedAt: 'yesterday' } }, { started: child }];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  }

  it('live on, and are ended with all that they started by the next hub of that home', async () => {
    const host = await anotherHost();
    await host.kill();
    assert.equal(fixture.processes().length, 3);
    await fixture.hub();
    await untilCount(() => fixture.processes(), 0);
    await untilCount(() => readdirSync(folder()), 0);
  });

  it('are gone when that hub has been disposed, however soon', async () => {
    await (await anotherHost()).kill();
    await (await fixture.hub()).dispose();
    assert.deepEqual(fixture.processes(), []);
  });

  it('are left alone as long as their process lives', async () => {
    const host = await anotherHost();
    const before = fixture.processes();
    assert.equal(before.length, 3);
    await (await fixture.hub()).dispose();
    assert.deepEqual(fixture.processes(), before);
    assert.deepEqual(
      records().map((record) => [record.host.pid, record.children.length]),
      [[host.pid, 1]],
    );
  });

  it('are told from those of another process that lives', async () => {
    const killed = await anotherHost();
    const living = await anotherHost();
    assert.equal(fixture.processes().length, 6);
    await killed.kill();
    await (await fixture.hub()).dispose();
    assert.equal(fixture.processes().length, 3);
    assert.deepEqual(
      records().map(({ host }) => host.pid),
      [living.pid],
    );
  });

  it('are known by their number and their start', async () => {
    const stranger = await aStranger();
    await leaveRecord(stranger);
    await (await fixture.hub()).dispose();
    assert.ok(await areGone(stranger.pid, [], 0));
  });

  it('are not what was given the number of one', async () => {
    const stranger = await aStranger();
    await leaveRecord({ ...stranger, startedAt: `${stranger.startedAt}0` });
    await (await fixture.hub()).dispose();
    assert.equal(await areGone(stranger.pid, [], 0), false);
    assert.deepEqual(readdirSync(folder()), []);
  });

  it('are not looked for where numbers mean something else, and such a record goes after a month', async () => {
    const stranger = await aStranger();
    const file = await leaveRecord(stranger, 'another machine');
    await (await fixture.hub()).dispose();
    assert.equal(await areGone(stranger.pid, [], 0), false);
    assert.equal(readdirSync(folder()).length, 1);
    const longAgo = Date.now() / 1_000 - 31 * 24 * 60 * 60;
    utimesSync(file, longAgo, longAgo);
    await (await fixture.hub()).dispose();
    assert.deepEqual(readdirSync(folder()), []);
  });
});

describe('the record of running servers', function () {
  this.timeout(20_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(() => fixture.dispose());

  function folder(): string {
    return join(fixture.home, 'processes');
  }

  it('names each server as long as it lives, and goes with the last', async () => {
    const hub = await fixture.hub({ one: fixture.fault('echoesStart'), two: fixture.fault('echoesStart') });
    await hub.ready();
    const pids = await Promise.all(['one', 'two'].map(async (name) => pidIn(await hub.callTool(name, 'echo', {}))));
    const children = (): number[] | undefined => {
      const [name = ''] = readdirSync(folder());
      return parseRecord(readFileSync(join(folder(), name), 'utf8'))?.children.map(({ pid }) => pid);
    };
    await untilCount(() => (children() ?? []).map(String), 2);
    assert.deepEqual(children()?.sort(), pids.sort());
    await hub.disconnect('one');
    const two = pidIn(await hub.callTool('two', 'echo', {}));
    await untilCount(() => (children() ?? []).map(String), 1);
    assert.deepEqual(children(), [two]);
    await hub.dispose();
    assert.deepEqual(readdirSync(folder()), []);
  });

  it('is not needed to start servers: where it cannot be written, a warning says what that means', async () => {
    fixture.write('home/processes', 'a file where the folder should be');
    const hub = await fixture.hub({ sound: fixture.fault('echoesStart') });
    await hub.ready();
    assert.equal(hub.server('sound')?.state.status, 'connected');
    await hub.dispose();
    assert.equal(fixture.warnings.length, 2);
    assert.match(fixture.warnings[0] ?? '', /could not be looked for/);
    assert.match(fixture.warnings[1] ?? '', /cannot be recorded .* Make the folder writable\.$/);
  });

  function pidIn(result: Parameters<typeof textOf>[0]): number {
    return (JSON.parse(textOf(result)) as { pid: number }).pid;
  }
});
