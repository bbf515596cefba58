import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { aGate } from '../servers/scriptedModel/gate.ts';
import { anAnswer, aText, atGate, calling } from '../servers/scriptedModel/script.ts';
import { CommandLine, objectsOf, theOne } from './cli/commandLine.ts';
import { modelArguments, withModel } from './cli/conversation.ts';
import { everything } from './cli/mcpServers.ts';
import { builtTour, type BuiltTour } from './tourClient.ts';

const stubborn = fileURLToPath(new URL('../servers/stubbornServer.mjs', import.meta.url));

describe('an interrupted command', function () {
  this.timeout(30_000);
  let tour: BuiltTour;
  let commandLine: CommandLine;
  let pids: string;
  let config: string;

  before(async () => {
    tour = await builtTour();
  });
  beforeEach(async () => {
    commandLine = await CommandLine.create();
    pids = join(commandLine.folder, 'pids');
    config = await commandLine.servers({
      stubborn: { command: 'node', args: [stubborn, pids, tour.server] },
      every: everything,
    });
  });
  afterEach(async () => {
    // What a failing test leaves behind would never end by itself.
    for (const pid of await startedServers()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await commandLine.dispose();
  });
  after(() => tour.remove());

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`by ${signal} keeps what was said, ends with 130 and leaves no server within 2 s, however stubborn`, async () => {
      const gate = aGate();
      await withModel([anAnswer([aText('Half', 100), atGate(gate)])], async (model) => {
        const running = commandLine.start([
          ...[...modelArguments(model), '--mcp-config', config],
          ...['--output-format', 'stream-json', '-p', 'Speak'],
        ]);
        await running.said('"Half"');
        const [server] = await startedServers();
        assert.ok(isAlive(server!), 'the server never ran');
        const sent = performance.now();
        running.child.kill(signal);
        const ended = await running.ended;
        await goneBy(server!, sent + 2_000);
        const { status, text } = theOne(objectsOf(ended), 'result');
        assert.deepEqual([status, text], ['cancelled', 'Half']);
        assert.equal(ended.code, 130);
      });
    });
  }

  it('by a second signal ends at once and takes its servers with it', async () => {
    await withModel([anAnswer([aText('Half', 100), atGate(aGate())])], async (model) => {
      const running = commandLine.start([
        ...[...modelArguments(model), '--mcp-config', config],
        ...['--output-format', 'stream-json', '-p', 'Speak'],
      ]);
      await running.said('"Half"');
      const [server] = await startedServers();
      running.child.kill('SIGINT');
      running.child.kill('SIGTERM');
      const { code } = await running.ended;
      await goneBy(server!, performance.now() + 100);
      assert.equal(code, 130);
    });
  });

  it('gives a call that was running its result', async () => {
    const input = { duration: 60, steps: 60 };
    await withModel([calling('mcp__every__trigger_long_running_operation', input)], async (model) => {
      const running = commandLine.start([
        ...[...modelArguments(model), '--mcp-config', config, '--permission-mode', 'bypass'],
        ...['--output-format', 'stream-json', '-p', 'Run'],
      ]);
      await running.said('"progress"');
      running.child.kill('SIGTERM');
      const ended = await running.ended;
      const objects = objectsOf(ended);
      const result = theOne(objects, 'tool_result');
      assert.equal(result.toolCallId, theOne(objects, 'tool_call').id);
      assert.equal(result.isError, true);
      assert.match(result.text, /stopped/);
      assert.equal(objects.at(-1)?.type, 'result');
      assert.equal(theOne(objects, 'result').status, 'cancelled');
      assert.equal(ended.code, 130);
    });
  });

  it('ends while a server is still being connected, and no text was sent', async () => {
    const file = await commandLine.servers({
      silent: { command: 'node', args: ['-e', 'setInterval(() => {}, 1000)'] },
    });
    await withModel([], async (model) => {
      const running = commandLine.start([
        ...[...modelArguments(model), '--mcp-config', file],
        ...['--output-format', 'stream-json', '-p', 'Hi'],
      ]);
      await running.said('"session"');
      running.child.kill('SIGTERM');
      const ended = await running.ended;
      assert.deepEqual(
        objectsOf(ended).map(({ type }) => type),
        ['session', 'result'],
      );
      assert.equal(theOne(objectsOf(ended), 'result').status, 'cancelled');
      assert.equal(ended.code, 130);
      assert.deepEqual(model.requests, []);
    });
  });

  it('can be gone on with, what was said kept', async () => {
    await withModel([anAnswer([aText('Half', 100), atGate(aGate())])], async (model) => {
      const args = [...modelArguments(model), '--strict-mcp-config', '--output-format', 'stream-json'];
      const running = commandLine.start([...args, '-p', 'Speak']);
      await running.said('"Half"');
      running.child.kill('SIGINT');
      const { id } = theOne(objectsOf(await running.ended), 'session');
      await commandLine.run([...args, '--resume', id, '-p', 'Go on']);
      const messages = model.requests[1]!.body.messages.filter(({ role }) => role !== 'system');
      assert.deepEqual(
        messages.map(({ role, content }) => [role, content]),
        [
          ['user', 'Speak'],
          ['assistant', 'Half'],
          ['user', 'Go on'],
        ],
      );
    });
  });

  it('that makes a request by hand says nothing and ends with 130', async () => {
    const input = JSON.stringify({ duration: 60, steps: 2 });
    const running = commandLine.start([
      ...['mcp', 'call', 'every', 'trigger-long-running-operation', input],
      ...['--mcp-config', config, '--verbose'],
    ]);
    await new Promise((resolve) => running.child.stderr!.once('data', resolve));
    running.child.kill('SIGTERM');
    const { code, stdout } = await running.ended;
    assert.deepEqual([code, stdout], [130, '']);
  });

  async function startedServers(): Promise<number[]> {
    const lines = existsSync(pids) ? (await readFile(pids, 'utf8')).trim().split('\n') : [];
    return lines.map(Number);
  }
});

/** Waits for the end of a process, which is not ours and so not announced; fails when it is still there at that time. */
async function goneBy(pid: number, deadline: number): Promise<void> {
  while (isAlive(pid)) {
    assert.ok(performance.now() < deadline, `process ${pid} is still there`);
    await setTimeout(5);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A dead process that its new parent has not waited for yet still takes signals.
  return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(statusOf(pid));
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It was waited for between the two looks.
    return `${pid} () Z`;
  }
}
