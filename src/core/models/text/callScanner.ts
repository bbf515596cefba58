import { CallBlock } from './callBlock.ts';
import { CodeSpans } from './codeSpans.ts';

/** What an answer consists of: text, and calls by the tag they are written in. */
export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'start'; readonly name: string }
  /** `isWhole` is false for a call that is unfinished or too large. */
  | { readonly type: 'call'; readonly name: string; readonly body: string; readonly isWhole: boolean };

/**
 * Finds calls in an answer while it arrives, however it is cut into pieces. What is no call passes unchanged and at
 * once, except for a beginning that could become a call. What is in Markdown's code is no call.
 */
export class CallScanner {
  readonly #tags: ReadonlySet<string>;
  readonly #longestTag: number;
  readonly #code = new CodeSpans();
  #held = '';
  #block: CallBlock | undefined;

  /** `names` are those of the tags that begin a call. */
  constructor(names: Iterable<string>) {
    this.#tags = new Set(names);
    this.#longestTag = Math.max(0, ...[...this.#tags].map(({ length }) => length + 2));
  }

  *take(delta: string): Generator<Piece> {
    let rest: string | undefined = delta;
    while (rest !== undefined && rest !== '') {
      if (this.#block) {
        const block: CallBlock = this.#block;
        rest = block.take(rest);
        if (rest !== undefined) yield this.#close(block, true);
      } else rest = yield* this.#takeText(rest);
    }
  }

  /** The answer is over. */
  *end(): Generator<Piece> {
    const block = this.#block;
    if (block) {
      block.end();
      yield this.#close(block, false);
    }
    if (this.#held !== '') yield { type: 'text', text: this.#held };
    this.#held = '';
  }

  /** Gives what follows the opening tag of a call, if there is one. */
  *#takeText(delta: string): Generator<Piece, string | undefined> {
    const text = this.#held + delta;
    this.#held = '';
    let start = 0;
    for (;;) {
      const open = text.indexOf('<', start);
      if (open < 0) break;
      this.#code.take(text.slice(start, open));
      const tag = text.slice(open, open + this.#longestTag);
      const name = /^<([^<>]*)>/.exec(tag)?.[1];
      const isCode = this.#code.isCode();
      if (!isCode && name !== undefined && this.#tags.has(name)) {
        if (open > 0) yield { type: 'text', text: text.slice(0, open) };
        yield { type: 'start', name };
        this.#block = new CallBlock(name);
        return text.slice(open + name.length + 2);
      }
      if (!isCode && this.#mayBecomeTag(tag, open + tag.length === text.length)) {
        if (open > 0) yield { type: 'text', text: text.slice(0, open) };
        this.#held = text.slice(open);
        return undefined;
      }
      this.#code.take('<');
      start = open + 1;
    }
    this.#code.take(text.slice(start));
    yield { type: 'text', text };
    return undefined;
  }

  #mayBecomeTag(tag: string, isAtEnd: boolean): boolean {
    if (!isAtEnd) return false;
    const begun = tag.slice(1);
    return [...this.#tags].some((name) => name.startsWith(begun));
  }

  #close(block: CallBlock, isEnded: boolean): Piece {
    this.#block = undefined;
    return { type: 'call', name: block.name, body: block.body, isWhole: isEnded && !block.isCut };
  }
}
