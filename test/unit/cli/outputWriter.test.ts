import assert from 'node:assert/strict';
import { outputWriter } from '../../../src/cli/outputWriter.ts';
import type { OutputFormat } from '../../../src/cli/conversationOptions.ts';
import type { StreamObject } from '../../../src/cli/streamObject.ts';
import { FakeTerminal } from './fakeTerminal.ts';

const toolCall: StreamObject = {
  type: 'tool_call',
  id: 'c',
  name: 'fly',
  server: 'tour',
  tool: 'fly',
  input: { to: 1 },
};
const toolResult: StreamObject = { type: 'tool_result', toolCallId: 'c', isError: true, text: 'No.', artifacts: [] };
const warning: StreamObject = { type: 'warning', code: 'needs_auth', server: 'docs', message: 'Sign in.' };
const completed: StreamObject = { type: 'result', status: 'completed', text: 'Hi' };
const failed: StreamObject = { type: 'result', status: 'failed', text: '', error: { code: 'x', message: 'Too bad.' } };

describe('the text output', () => {
  it('writes the answer to stdout and ends it with a line break', () => {
    assert.equal(written('text', [text('Hel'), text('lo'), completed]).answer, 'Hello\n');
  });

  it('adds no line break to one that is there', () => {
    assert.equal(written('text', [text('Hello\n'), completed]).answer, 'Hello\n');
  });

  it('writes nothing to stdout when there was no answer', () => {
    assert.equal(written('text', [failed]).answer, '');
  });

  it('sets the texts of two rounds apart by an empty line', () => {
    const objects = [text('Looking.'), toolCall, toolResult, text('Found.'), completed];
    assert.equal(written('text', objects).answer, 'Looking.\n\nFound.\n');
  });

  it('counts the line breaks that the first round already ends with', () => {
    const objects = [text('Looking.'), text('\n'), toolCall, toolResult, text('Found.'), completed];
    assert.equal(written('text', objects).answer, 'Looking.\n\nFound.\n');
  });

  it('begins with the text when a tool was called before it', () => {
    assert.equal(written('text', [toolCall, toolResult, text('Found.'), completed]).answer, 'Found.\n');
  });

  it('says warnings and the error on stderr', () => {
    assert.deepEqual(written('text', [warning, failed]).notes, [
      'patchbay: warning [needs_auth] docs: Sign in.',
      'patchbay: Too bad.',
    ]);
  });

  it('says what tools do only when it is verbose', () => {
    assert.deepEqual(written('text', [toolCall, toolResult, completed]).notes, []);
    assert.deepEqual(written('text', [toolCall, toolResult, completed], true).notes, [
      'tool tour fly {"to":1}',
      'tool error: No.',
    ]);
  });
});

describe('the json output', () => {
  it('writes the result alone, and warnings to stderr', () => {
    const terminal = written('json', [{ type: 'session', id: 's' }, warning, text('Hi'), completed]);
    assert.deepEqual(JSON.parse(terminal.answer), completed);
    assert.equal(terminal.answer.indexOf('\n'), terminal.answer.length - 1);
    assert.deepEqual(terminal.notes, ['patchbay: warning [needs_auth] docs: Sign in.']);
  });
});

describe('lone surrogates', () => {
  for (const format of ['json', 'stream-json'] as const) {
    it(`are replaced in the ${format} output, since strict parsers refuse them`, () => {
      const terminal = written(format, [{ ...completed, text: 'a\ud800b' }]);
      assert.doesNotMatch(terminal.answer, /\\ud/u);
      assert.equal((JSON.parse(terminal.answer) as { text: string }).text, 'a\ufffdb');
    });
  }
});

describe('the stream-json output', () => {
  it('writes each object on a line of its own and nothing to stderr', () => {
    const objects = [warning, text('two\nlines'), completed];
    const terminal = written('stream-json', objects);
    const lines = terminal.answer.split('\n');
    assert.equal(lines.pop(), '');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      objects,
    );
    assert.deepEqual(terminal.notes, []);
  });
});

function text(delta: string): StreamObject {
  return { type: 'text', delta };
}

function written(format: OutputFormat, objects: readonly StreamObject[], isVerbose = false): FakeTerminal {
  const terminal = new FakeTerminal();
  const write = outputWriter(format, terminal, isVerbose);
  for (const object of objects) write(object);
  return terminal;
}
