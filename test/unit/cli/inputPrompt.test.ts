import assert from 'node:assert/strict';
import { terminalInputPrompt } from '../../../src/cli/inputPrompt.ts';
import type { InputDefinition } from '../../../src/core/mcp/config/inputPrompt.ts';
import { FakeTerminal } from './fakeTerminal.ts';

describe('a value that a configuration asks for, at the terminal', () => {
  const token: InputDefinition = { id: 'token', description: 'API token', isPassword: true };
  const region: InputDefinition = {
    id: 'region',
    description: '',
    isPassword: false,
    options: ['eu', 'us'],
    default: 'eu',
  };

  async function typed(input: InputDefinition, reply?: string): Promise<{ value: unknown; terminal: FakeTerminal }> {
    const terminal = new FakeTerminal();
    if (reply !== undefined) terminal.replies.push(reply);
    const value = await terminalInputPrompt(terminal, new AbortController().signal)(input, 'docs');
    return { value, terminal };
  }

  it('is asked for by the name of the server that wants it, a password unseen', async () => {
    const { value, terminal } = await typed(token, 's3cret');
    assert.equal(value, 's3cret');
    assert.deepEqual(terminal.notes, ['Server "docs" asks for "token" – API token.']);
    assert.deepEqual(terminal.questions, ['token: (hidden)']);
    assert.equal(terminal.answer, '');
  });

  it('may be chosen by its number or by itself, and nothing typed is the default', async () => {
    const { value, terminal } = await typed(region, '2');
    assert.equal(value, 'us');
    assert.deepEqual(terminal.notes, ['Server "docs" asks for "region". Nothing stands for "eu".', '1) eu', '2) us']);
    assert.deepEqual(terminal.questions, ['region: ']);
    assert.equal((await typed(region, 'us')).value, 'us');
    assert.equal((await typed(region, '')).value, 'eu');
  });

  it('is not there when it is none of the choices, when nothing is typed, or when the input ends', async () => {
    assert.equal((await typed(region, '3')).value, undefined);
    assert.equal((await typed(region, 'asia')).value, undefined);
    assert.equal((await typed(token, '')).value, undefined);
    assert.equal((await typed(token)).value, undefined);
  });
});
