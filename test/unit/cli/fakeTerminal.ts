import type { AskOptions, Terminal } from '../../../src/cli/terminal.ts';

/** A terminal that remembers what was written to it. */
export class FakeTerminal implements Terminal {
  hasTypist = false;
  readonly #input: string;
  /** Everything on stdout. */
  answer = '';
  readonly notes: string[] = [];
  readonly questions: string[] = [];
  /** What the person types, one line a question; nothing more than that. */
  readonly replies: string[] = [];

  constructor(input = '') {
    this.#input = input;
  }

  out(piece: string): void {
    this.answer += piece;
  }

  note(line: string): void {
    this.notes.push(line);
  }

  readInput(): Promise<string> {
    return Promise.resolve(this.#input);
  }

  ask(question: string, { isHidden }: AskOptions): Promise<string | undefined> {
    this.questions.push(isHidden ? `${question}(hidden)` : question);
    return Promise.resolve(this.replies.shift());
  }
}
