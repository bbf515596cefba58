import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { aGate } from '../servers/scriptedModel/gate.ts';
import { anAnswer, aText, atGate, calling, saying } from '../servers/scriptedModel/script.ts';
import type { Script } from '../servers/scriptedModel/script.ts';
import type { CommandLine, Ended } from './cli/commandLine.ts';
import { modelArguments, withModel } from './cli/conversation.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

describe('the output of the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let config: string;

  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    config = await commandLine.servers({ tour: fixture.tour, broken: { command: 'no-such-program' } });
  });

  const estimating = [
    calling('mcp__tour__estimate_cost', { city: 'Paris', days: 1 }),
    saying('A day in Paris\ncosts money.'),
  ];

  it('is the answer alone on stdout, and warnings on stderr', async () => {
    const { code, stdout, stderr } = await say(estimating, ['--permission-mode', 'bypass']);
    assert.deepEqual([code, stdout], [0, 'A day in Paris\ncosts money.\n']);
    assert.match(stderr, /^patchbay: warning \[connection_failed\] broken: .*no-such-program.*\n$/);
  });

  it('says with --verbose what tools do, on stderr', async () => {
    const { stdout, stderr } = await say(estimating, ['--permission-mode', 'bypass', '--verbose']);
    assert.equal(stdout, 'A day in Paris\ncosts money.\n');
    assert.match(stderr, /^tool tour estimate_cost \{"city":"Paris","days":1\}$/m);
    assert.match(stderr, /^tool result: /m);
  });

  it('is the result alone with json', async () => {
    const { stdout, stderr } = await say(estimating, ['--output-format', 'json']);
    assert.deepEqual(JSON.parse(stdout), {
      type: 'result',
      status: 'completed',
      text: 'A day in Paris\ncosts money.',
    });
    assert.match(stderr, /connection_failed/);
  });

  it('says nothing on stderr with stream-json, whose objects say it all', async () => {
    const { stderr } = await say(estimating, ['--output-format', 'stream-json']);
    assert.equal(stderr, '');
  });

  it('reaches a pipe as the model wrote it, control characters included', async () => {
    const text = 'a\u001b[31mb\r\nc\u0000d';
    const { stdout } = await say([saying(text, 100)], []);
    assert.equal(stdout, `${text}\n`);
  });

  it('arrives while the model still speaks', async () => {
    const gate = aGate();
    await withModel([anAnswer([aText('First.', 100), atGate(gate), aText(' Second.')])], async (model) => {
      const running = commandLine.start([...modelArguments(model), '--strict-mcp-config', '-p', 'Speak']);
      await running.said('First.');
      gate.open();
      assert.deepEqual(await running.ended, { code: 0, stdout: 'First. Second.\n', stderr: '' });
    });
  });

  it('ends quietly when its reader goes away', async () => {
    const endless: Script = (_request, index) =>
      calling('mcp__tour__estimate_cost', { city: 'Rome', days: 1 }, `c${index}`);
    await withModel(endless, async (model) => {
      const running = commandLine.start([
        ...[...modelArguments(model), '--mcp-config', config, '--permission-mode', 'bypass'],
        ...['--output-format', 'stream-json', '--max-rounds', '100000', '-p', 'Go on'],
      ]);
      await model.request(2);
      running.child.stdout!.destroy();
      const { code, stderr } = await running.ended;
      assert.deepEqual([code, stderr], [0, '']);
    });
  });

  for (const args of [
    ['-p', 'Hello'],
    ['mcp', 'list'],
    ['mcp', 'read', 'tour', 'docs://handbook'],
    ['mcp', 'tools', '--json'],
  ]) {
    it(`ends with 1 and says so when its output cannot be written: ${args.join(' ')}`, async () => {
      const full = await open('/dev/full', 'w');
      try {
        const { code, stderr } = await commandLine.run(['--mcp-config', config, ...args], { stdout: full.fd });
        assert.match(stderr, /patchbay: The output cannot be written: .*ENOSPC/);
        assert.equal(code, 1);
      } finally {
        await full.close();
      }
    });
  }

  it('names the offline demo and the way to a real model when no model is chosen', async () => {
    const { code, stdout, stderr } = await commandLine.run(['--mcp-config', config, '-p', 'Hello']);
    assert.equal(code, 0);
    assert.notEqual(stdout.trim(), '');
    assert.match(stderr, /offline demo.*no AI.*--base-url.*--model/s);
  });

  function say(script: Script, args: readonly string[]): Promise<Ended> {
    return withModel(script, (model) =>
      commandLine.run([...modelArguments(model), '--mcp-config', config, ...args, '-p', 'Paris?']),
    );
  }
});
