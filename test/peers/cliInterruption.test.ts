import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { aGate } from '../servers/scriptedModel/gate.ts';
import { anAnswer, aText, atGate, calling } from '../servers/scriptedModel/script.ts';
import { objectsOf, theOne } from './cli/commandLine.ts';
import type { CommandLine } from './cli/commandLine.ts';
import { modelArguments, withModel } from './cli/conversation.ts';
import { endsWithin, LifeLines } from './cli/lifeLines.ts';
import { everything } from './cli/mcpServers.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

const stubborn = fileURLToPath(new URL('../servers/stubbornServer.mjs', import.meta.url));

describe('an interrupted command', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let lifeLines: LifeLines;
  let config: string;

  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    lifeLines = await LifeLines.listen();
    config = await commandLine.servers({
      stubborn: { command: 'node', args: [stubborn, String(lifeLines.port), fixture.tourServer] },
      every: everything,
    });
  });
  afterEach(async () => {
    await lifeLines.dispose();
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`by ${signal} keeps what was said, ends with 130 and leaves no server within 2 s, however stubborn`, async () => {
      const gate = aGate();
      await withModel([anAnswer([aText('Half', 100), atGate(gate)])], async (model) => {
        const started = lifeLines.next();
        const running = commandLine.start([
          ...[...modelArguments(model), '--mcp-config', config],
          ...['--output-format', 'stream-json', '-p', 'Speak'],
        ]);
        await running.said('"Half"');
        const server = await started;
        running.child.kill(signal);
        const [ended] = await Promise.all([running.ended, endsWithin(server, 2_000)]);
        const { status, text } = theOne(objectsOf(ended), 'result');
        assert.deepEqual([status, text], ['cancelled', 'Half']);
        assert.equal(ended.code, 130);
      });
    });
  }

  it('by a second signal ends at once and takes its servers with it', async () => {
    await withModel([anAnswer([aText('Half', 100), atGate(aGate())])], async (model) => {
      const started = lifeLines.next();
      const running = commandLine.start([
        ...[...modelArguments(model), '--mcp-config', config],
        ...['--output-format', 'stream-json', '-p', 'Speak'],
      ]);
      await running.said('"Half"');
      const server = await started;
      running.child.kill('SIGINT');
      running.child.kill('SIGTERM');
      const { code } = await running.ended;
      await server.ended;
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
});
