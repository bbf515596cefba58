import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { aText, anAnswer, refusing, saying, unfinished } from '../servers/scriptedModel/script.ts';
import type { Round } from '../servers/scriptedModel/script.ts';
import { CommandLine, objectsOf, ofType, theOne } from './cli/commandLine.ts';
import { converse, modelArguments, withModel } from './cli/conversation.ts';

const key = 'sk-very-secret-key';

describe('a model that does not answer, on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;

  beforeEach(async () => {
    commandLine = await CommandLine.create();
  });
  afterEach(() => commandLine.dispose());

  it('ends with 3 when nothing listens', async () => {
    const args = ['--base-url', await closedAddress(), '--model', 'm', '--output-format', 'stream-json', '-p', 'Hi'];
    const ended = await commandLine.run(args);
    const { status, error } = theOne(objectsOf(ended), 'result');
    assert.deepEqual([status, error?.code], ['failed', 'unreachable']);
    assert.equal(ended.code, 3);
  });

  const refusals: readonly [string, Round, string][] = [
    ['does not know the key', refusing(401, { error: { message: 'Bad key' } }), 'unauthorized'],
    ['does not know the model', refusing(404, { error: { message: 'No such model' } }), 'not_found'],
    ['refuses the request', refusing(400, { error: { message: 'Not like this' } }), 'refused'],
  ];
  for (const [what, round, expected] of refusals) {
    it(`ends with 3 when the endpoint ${what}, and never says the key`, async () => {
      const { code, objects, stdout, stderr } = await converse(commandLine, () => round, ['-p', 'Hi'], {
        env: { PATCHBAY_API_KEY: key },
      });
      const { status, error, text } = theOne(objects, 'result');
      assert.deepEqual([status, error?.code, text], ['failed', expected, '']);
      assert.equal(code, 3);
      assert.ok(!(stdout + stderr).includes(key), 'the key is in the output');
    });
  }

  it('keeps what was streamed when the connection drops midway', async () => {
    const round = unfinished([aText('Half an answer', 100), { do: 'destroy' }]);
    const { code, objects } = await converse(commandLine, () => round, ['-p', 'Hi']);
    const streamed = ofType(objects, 'text')
      .map(({ delta }) => delta)
      .join('');
    const { status, text, error } = theOne(objects, 'result');
    assert.deepEqual([status, text, streamed], ['failed', 'Half an answer', 'Half an answer']);
    assert.equal(error?.code, 'stream_broken');
    assert.equal(code, 1);
  });

  it('keeps what was streamed before broken JSON', async () => {
    const round = anAnswer([aText('Half', 100), { do: 'raw', text: 'data: {"choices":[{"delta":{"con\n\n' }]);
    const { code, objects } = await converse(commandLine, () => round, ['-p', 'Hi']);
    const { status, text, error } = theOne(objects, 'result');
    assert.deepEqual([status, text, error?.code], ['failed', 'Half', 'bad_response']);
    assert.equal(code, 1);
  });

  it('says the failure on stderr and keeps the text on stdout in the text format', async () => {
    const round = unfinished([aText('Half an answer', 100), { do: 'destroy' }]);
    const { stdout, stderr } = await withModel([round], (model) =>
      commandLine.run([...modelArguments(model), '-p', 'Hi']),
    );
    assert.equal(stdout, 'Half an answer\n');
    assert.match(stderr, /^patchbay: \S.*\n$/);
  });

  it('sends the key of the variable that is named, and of PATCHBAY_API_KEY when none is', async () => {
    const env = { PATCHBAY_API_KEY: key, OTHER_KEY: 'sk-other' };
    const standard = await converse(commandLine, [saying('Hi.')], ['-p', 'Hi'], { env });
    assert.equal(standard.requests[0]!.headers['authorization'], `Bearer ${key}`);
    const other = await converse(commandLine, [saying('Hi.')], ['--api-key-env', 'OTHER_KEY', '-p', 'Hi'], { env });
    assert.equal(other.requests[0]!.headers['authorization'], 'Bearer sk-other');
  });

  it('needs no key', async () => {
    const { code, requests } = await converse(commandLine, [saying('Hi.')], ['-p', 'Hi']);
    assert.equal(code, 0);
    assert.equal(requests[0]!.headers['authorization'], undefined);
    assert.equal(requests[0]!.body.model, 'scripted');
  });
});

/** An address that nothing listens at. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}/v1`;
}
