import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { ProcessTerminal } from '../../../src/cli/terminal.ts';

describe('a question at the terminal', () => {
  it('is asked on stderr, and what is typed is echoed there', async () => {
    const { answer, stderr, stdout } = await asked(false, 'maps\r');
    assert.equal(answer, 'maps');
    assert.match(stderr, /team: .*m.*a.*p.*s/s);
    assert.equal(stdout, '');
  });

  it('keeps what is typed unseen when it is hidden', async () => {
    const { answer, stderr, stdout } = await asked(true, 's3cret\r');
    assert.equal(answer, 's3cret');
    assert.match(stderr, /team: /);
    assert.doesNotMatch(stderr, /[3c]|t\b.*s/);
    assert.ok(stderr.endsWith('\n'));
    assert.equal(stdout, '');
  });

  it('has no answer when the input ends', async () => {
    assert.equal((await asked(false, undefined)).answer, undefined);
  });

  it('has no answer when the command is to end', async () => {
    const { terminal } = aTerminal();
    const controller = new AbortController();
    const answer = terminal.ask('team: ', { isHidden: false, signal: controller.signal });
    controller.abort();
    assert.equal(await answer, undefined);
  });
});

function aTerminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const terminal = new ProcessTerminal({ stdin, stdout, stderr }, (error) => assert.fail(error));
  return { stdin, stdout, stderr, terminal };
}

async function asked(
  isHidden: boolean,
  typed: string | undefined,
): Promise<{ answer: string | undefined; stdout: string; stderr: string }> {
  const { stdin, stdout, stderr, terminal } = aTerminal();
  const answer = terminal.ask('team: ', { isHidden, signal: new AbortController().signal });
  if (typed === undefined) stdin.end();
  else stdin.write(typed);
  return { answer: await answer, stdout: textOf(stdout), stderr: textOf(stderr) };
}

function textOf(stream: PassThrough): string {
  return (stream.read() as Buffer | null)?.toString() ?? '';
}
