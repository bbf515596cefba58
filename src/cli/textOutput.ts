import { elicitationLine } from './elicitationLine.ts';
import type { OutputWriter, StreamObject, StreamObjectOf } from './streamObject.ts';
import type { Terminal } from './terminal.ts';
import { visibleLine } from './visibleText.ts';
import { warningLine } from './warningLine.ts';

/** Longest input or result of a tool on a line of `--verbose`, in characters. */
const excerptChars = 200;

/**
 * The answer's text on stdout as it arrives, the texts of several rounds apart by an empty line. Warnings and the
 * error go to stderr, and with `--verbose` what tools do.
 */
export function textWriter(terminal: Terminal, isVerbose: boolean): OutputWriter {
  const answer = new AnswerText(terminal);
  return (object) => {
    if (object.type === 'text') return answer.write(object.delta);
    if (object.type === 'tool_call') answer.endRound();
    if (object.type === 'result') return endAnswer(terminal, answer, object);
    if (object.type === 'warning') return terminal.note(warningLine(object));
    if (object.type === 'elicitation') return terminal.note(elicitationLine(object));
    const line = isVerbose ? activityLine(object) : undefined;
    if (line !== undefined) terminal.note(visibleLine(line));
  };
}

function endAnswer(terminal: Terminal, answer: AnswerText, { error }: StreamObjectOf<'result'>): void {
  answer.end();
  if (error) terminal.note(visibleLine(`patchbay: ${error.message}`));
}

/** Puts line breaks between rounds and at the end, where the text does not already end with them. */
class AnswerText {
  readonly #terminal: Terminal;
  #isRoundEnded = false;
  /** Line breaks at the end of what was written; at the beginning there is nothing to be apart from. */
  #lineBreaks = 2;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  write(delta: string): void {
    if (delta === '') return;
    if (this.#isRoundEnded) this.#breakTo(2);
    this.#isRoundEnded = false;
    this.#terminal.out(delta);
    const trailing = delta.length - delta.replace(/\n+$/u, '').length;
    this.#lineBreaks = trailing === delta.length ? this.#lineBreaks + trailing : trailing;
  }

  endRound(): void {
    this.#isRoundEnded = true;
  }

  end(): void {
    this.#breakTo(1);
  }

  #breakTo(count: number): void {
    if (this.#lineBreaks >= count) return;
    this.#terminal.out('\n'.repeat(count - this.#lineBreaks));
    this.#lineBreaks = count;
  }
}

type Activity = Exclude<StreamObject, { type: 'text' | 'result' | 'warning' | 'elicitation' }>;

function activityLine(object: Activity): string | undefined {
  switch (object.type) {
    case 'session':
      return `thread ${object.id}`;
    case 'mcp_status':
      return object.servers.map(({ name, status }) => `${name} ${status}`).join(', ') || 'no servers';
    case 'attached':
      return `attached ${object.server}:${object.uri} (${object.chars} characters)`;
    case 'tool_call': {
      const name = object.server === undefined ? object.tool : `${object.server} ${object.tool}`;
      return `tool ${name} ${excerpt(JSON.stringify(object.input))}`;
    }
    case 'approval':
      return `tool ${object.decision} by ${object.by}`;
    case 'progress': {
      const total = object.total === undefined ? '' : `/${object.total}`;
      return `tool progress ${object.progress}${total} ${object.message ?? ''}`;
    }
    case 'tool_result':
      return `tool ${object.isError ? 'error' : 'result'}: ${excerpt(object.text)}`;
    case 'usage':
      return `tokens: ${object.inputTokens} in, ${object.outputTokens} out`;
    case 'reasoning':
      return undefined;
  }
}

function excerpt(text: string): string {
  return text.length <= excerptChars ? text : `${text.slice(0, excerptChars)}…`;
}
