import assert from 'node:assert/strict';
import { calling, refusing, saying } from '../servers/scriptedModel/script.ts';
import type { CommandLine } from './cli/commandLine.ts';
import { objectsOf, theOne } from './cli/commandLine.ts';
import { converse, modelArguments, withModel } from './cli/conversation.ts';
import { everything } from './cli/mcpServers.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

describe('a built-in command on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let tour: readonly string[];

  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    tour = ['--mcp-config', await commandLine.servers({ tour: fixture.tour })];
  });

  for (const [command, expected] of [
    ['/help', /`\/export/],
    ['/mcp', /tour/],
    ['/tools', /estimate_cost/],
    ['/prompts tour', /plan_trip/],
  ] as const) {
    it(`${command} prints its answer, and no model is asked`, async () => {
      await withModel([], async (model) => {
        const { code, stdout } = await commandLine.run([...modelArguments(model), ...tour, '-p', command]);
        assert.match(stdout, expected);
        assert.deepEqual([code, model.requests], [0, []]);
      });
    });
  }

  it('/help is a text and the result in stream-json', async () => {
    const { code, objects } = await converse(commandLine, [], ['-p', '/help']);
    const { text, status } = theOne(objects, 'result');
    assert.equal(theOne(objects, 'text').delta, text);
    assert.match(text, /`\/clear`/);
    assert.deepEqual([code, status], [0, 'completed']);
  });

  it('/export prints the conversation that is gone on with, as Markdown or JSON', async () => {
    const { objects } = await converse(commandLine, [saying('Hotels are dear.')], ['-p', 'What of hotels?']);
    const resume = ['--resume', theOne(objects, 'session').id];
    const markdown = await commandLine.run([...resume, '-p', '/export']);
    assert.match(markdown.stdout, /What of hotels\?[\s\S]*Hotels are dear\./);
    const json = await commandLine.run([...resume, '-p', '/export json']);
    assert.match(JSON.stringify(JSON.parse(json.stdout)), /Hotels are dear\./);
    assert.deepEqual([markdown.code, json.code], [0, 0]);
  });

  for (const [command, instead] of [
    ['/clear', /without --resume/],
    ['/model qwen', /--model/],
  ] as const) {
    it(`${command} is a usage error that says what to use`, async () => {
      const { code, stderr, stdout } = await commandLine.run(['-p', command]);
      assert.match(stderr, instead);
      assert.deepEqual([code, stdout], [2, '']);
    });
  }
});

describe('what nobody can answer on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let args: readonly string[];

  useCommandLine(async (given) => {
    ({ commandLine } = given);
    const config = await commandLine.servers({ everything });
    args = ['--mcp-config', config, '--allowed-tools', 'trigger-elicitation-request', '-p', 'Ask me'];
  });

  const rounds = [calling('mcp__everything__trigger_elicitation_request', {}), saying('Nobody was there.')];

  it('is cancelled, told as an object of stream-json, and the turn goes on', async () => {
    const { code, objects, stderr } = await converse(commandLine, rounds, args);
    assert.deepEqual(theOne(objects, 'elicitation'), {
      type: 'elicitation',
      server: 'everything',
      mode: 'form',
      action: 'cancel',
    });
    assert.deepEqual([theOne(objects, 'result').text, code, stderr], ['Nobody was there.', 0, '']);
  });

  it('is said on stderr where the answer is text', async () => {
    await withModel(rounds, async (model) => {
      const { stdout, stderr } = await commandLine.run([...modelArguments(model), ...args]);
      assert.equal(stdout, 'Nobody was there.\n');
      assert.match(stderr, /server "everything" asked for information: nobody can answer here, so it was cancelled/);
    });
  });
});

describe('waiting for a model on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;

  useCommandLine((given) => {
    ({ commandLine } = given);
  });

  it('is said with --verbose, and no object of stream-json', async () => {
    const rounds = [refusing(429, { error: { message: 'Slow down' } }, { 'retry-after': '0' }), saying('Here I am.')];
    await withModel(rounds, async (model) => {
      const format = ['--output-format', 'stream-json'];
      const ended = await commandLine.run([...modelArguments(model), ...format, '--verbose', '-p', 'Hi']);
      assert.match(ended.stderr, /model: .* Trying again in \d+ s \(attempt 1\)\./);
      assert.equal(theOne(objectsOf(ended), 'result').text, 'Here I am.');
    });
  });
});
