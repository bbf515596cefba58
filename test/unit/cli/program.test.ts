import assert from 'node:assert/strict';
import { CommandError } from '../../../src/cli/commandError.ts';
import { runProgram } from '../../../src/cli/program.ts';
import { FakeTerminal } from './fakeTerminal.ts';

describe('the arguments of the command line', () => {
  it('print the version', async () => {
    const { code, terminal } = await run('--version');
    assert.deepEqual([code, terminal.answer], [0, '9.8.7\n']);
  });

  it('print the help on stdout', async () => {
    const { code, terminal } = await run('--help');
    assert.equal(code, 0);
    for (const flag of ['-p, --prompt', '--mcp-config', '--base-url', '--permission-mode', '--output-format']) {
      assert.ok(terminal.answer.includes(flag), `the help does not name ${flag}`);
    }
  });

  it('name only the verbs that are there', async () => {
    const { terminal } = await run('mcp', '--help');
    const verbs = [...terminal.answer.matchAll(/^ {2}(\w[\w-]*) (?:\[options\])?/gmu)].map(([, verb]) => verb);
    assert.deepEqual(verbs, [
      ...['list', 'get', 'add', 'add-json', 'remove', 'import', 'enable', 'disable', 'approve', 'reject'],
      ...['reset-project-choices', 'auth', 'reset-auth', 'reconnect'],
      ...['tools', 'resources', 'templates', 'prompts', 'call', 'read', 'prompt', 'complete'],
    ]);
  });

  const wrong: readonly (readonly string[])[] = [
    ['--no-such-option'],
    ['-p'],
    ['-p', 'Hi', '--permission-mode', 'yolo'],
    ['-p', 'Hi', '--output-format', 'xml'],
    ['-p', 'Hi', '--max-rounds', '0'],
    ['-p', 'Hi', '--max-rounds', '2.5'],
    ['mcp'],
    ['mcp', 'no-such-verb'],
    ['mcp', 'read', 'tour'],
    ['mcp', 'list', 'too', 'many'],
    ['mcp', 'add'],
    ['mcp', 'add', 'tour', '--scope', 'session', '--', 'node'],
    ['mcp', 'add', 'tour', '--transport', 'pigeon', 'https://example.com/'],
    ['mcp', 'add', 'tour', '--env', 'NOVALUE', '--', 'node'],
    ['mcp', 'add', 'tour', '--header', ': x', 'https://example.com/'],
    ['mcp', 'add-json', 'tour'],
    ['mcp', 'complete', 'tour', 'tool', 'x', 'y', 'z'],
    ['mcp', 'call', 'tour', 'book', '--log-level', 'loud'],
  ];
  for (const args of wrong) {
    it(`end with 2 and a word on stderr: ${args.join(' ')}`, async () => {
      const { code, terminal } = await run(...args);
      assert.deepEqual([code, terminal.answer], [2, '']);
      assert.notDeepEqual(terminal.notes, []);
    });
  }

  it('point somebody who forgot -p to it', async () => {
    await assert.rejects(run('hello'), usageError(/no command "hello".*patchbay -p/s));
  });

  it('refuse a text that is empty or blank', async () => {
    await assert.rejects(run('-p', ' \n'), usageError(/empty/));
    await assert.rejects(run(), usageError(/empty/));
  });

  it('say how to speak when there is a terminal and no text', async () => {
    const terminal = new FakeTerminal('typed');
    terminal.hasTypist = true;
    await assert.rejects(runOn(terminal), usageError(/-p TEXT/));
  });

  it('refuse options of a conversation before "mcp"', async () => {
    await assert.rejects(run('--model', 'm', 'mcp', 'list'), usageError(/--model/));
  });

  it('refuse arguments of a tool that are no JSON object', async () => {
    await assert.rejects(run('mcp', 'call', 'tour', 'book', '{"city":'), usageError(/not JSON/));
    await assert.rejects(run('mcp', 'call', 'tour', 'book', '[1]'), usageError(/JSON object/));
  });

  it('refuse a server without a place, and an entry that is no JSON object', async () => {
    await assert.rejects(run('mcp', 'add', 'tour'), usageError(/its URL, or --/));
    await assert.rejects(run('mcp', 'add-json', 'tour', '{"command":'), usageError(/not JSON, at character/));
    await assert.rejects(run('mcp', 'add-json', 'tour', '[]'), usageError(/JSON object/));
    await assert.rejects(runOn(new FakeTerminal('7'), 'mcp', 'add-json', 'tour', '-'), usageError(/JSON object/));
  });

  it('refuse to reconnect nothing, or one and all', async () => {
    await assert.rejects(run('mcp', 'reconnect'), usageError(/its name, or --all/));
    await assert.rejects(run('mcp', 'reconnect', 'tour', '--all'), usageError(/its name, or --all/));
  });

  it('refuse folders and files that are not there', async () => {
    await assert.rejects(run('-p', 'Hi', '--cwd', '/no/such/folder'), usageError(/no folder \/no\/such\/folder/));
    await assert.rejects(run('mcp', 'list', '--mcp-config', '/no/such.json'), usageError(/no file \/no\/such\.json/));
  });
});

async function run(...args: readonly string[]): Promise<{ code: number; terminal: FakeTerminal }> {
  return runOn(new FakeTerminal(), ...args);
}

async function runOn(
  terminal: FakeTerminal,
  ...args: readonly string[]
): Promise<{ code: number; terminal: FakeTerminal }> {
  const { signal } = new AbortController();
  const code = await runProgram(args, { terminal, signal, environment: {}, cwd: '/', version: '9.8.7' });
  return { code, terminal };
}

function usageError(message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof CommandError && error.exitCode === 2 && message.test(error.message);
}
