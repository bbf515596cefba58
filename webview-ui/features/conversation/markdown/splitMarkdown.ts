/** A top-level piece of a Markdown text. Fenced code needs no parser. */
export type MarkdownPiece =
  | { readonly kind: 'markdown'; readonly source: string }
  | { readonly kind: 'code'; readonly language: string; readonly code: string };

const fenceAtMargin = /^(`{3,}|~{3,})\s*([^`\s]*)[^`]*$/;
const fenceAnywhere = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})/;
const listItem = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const continuation = /^(?: {2,}|\t)/;
const definition = /^ {0,3}\[(?!\^)[^\]]+\]:\s*\S/;
const footnote = /^( {0,3})\[\^/;

/**
 * Cuts a Markdown text at the blank lines between its blocks, so that a growing answer is parsed at its end only.
 * Lists stay whole. Reference definitions are repeated where a piece may use them; footnotes stay plain text, since
 * their two ends would be in different pieces.
 */
export function splitMarkdown(text: string): readonly MarkdownPiece[] {
  const splitter = new Splitter();
  for (const line of text.split('\n')) splitter.take(line);
  return splitter.end();
}

class Splitter {
  readonly #pieces: MarkdownPiece[] = [];
  readonly #definitions: string[] = [];
  #lines: string[] = [];
  #isAfterBlank = false;
  #isList = false;
  /** The fence that is open: at the margin it is a piece of its own, elsewhere part of its block. */
  #fence: { readonly mark: string; readonly language: string | undefined } | undefined;

  take(line: string): void {
    if (this.#fence) return this.#takeInFence(line, this.#fence);
    const atMargin = fenceAtMargin.exec(line);
    if (atMargin) {
      this.#closeBlock();
      this.#fence = { mark: atMargin[1] ?? '', language: atMargin[2] ?? '' };
      return;
    }
    if (line.trim() === '') {
      this.#isAfterBlank = this.#lines.length > 0;
      if (this.#isAfterBlank) this.#lines.push('');
      return;
    }
    if (this.#isAfterBlank && !this.#goesOn(line)) this.#closeBlock();
    this.#takeInBlock(line);
  }

  end(): readonly MarkdownPiece[] {
    if (this.#fence?.language !== undefined) this.#closeCode(this.#fence.language);
    else this.#closeBlock();
    if (this.#definitions.length === 0) return this.#pieces;
    const definitions = this.#definitions.join('\n');
    return this.#pieces.map((piece) =>
      piece.kind === 'markdown' && piece.source.includes('[')
        ? { kind: 'markdown', source: `${piece.source}\n\n${definitions}` }
        : piece,
    );
  }

  #takeInBlock(line: string): void {
    if (this.#lines.length === 0) this.#isList = listItem.test(line);
    this.#isAfterBlank = false;
    if (definition.test(line)) this.#definitions.push(line);
    this.#lines.push(line.replace(footnote, '$1\\[^'));
    const mark = fenceAnywhere.exec(line)?.[1];
    if (mark !== undefined) this.#fence = { mark, language: undefined };
  }

  #takeInFence(line: string, fence: { readonly mark: string; readonly language: string | undefined }): void {
    const isClosed = isClosing(line, fence.mark);
    if (fence.language === undefined) {
      this.#lines.push(line);
    } else if (isClosed) {
      this.#closeCode(fence.language);
    } else {
      this.#lines.push(line);
    }
    if (isClosed) this.#fence = undefined;
  }

  /** Whether a line after a blank one belongs to the block before it. */
  #goesOn(line: string): boolean {
    return continuation.test(line) || (this.#isList && listItem.test(line));
  }

  #closeBlock(): void {
    const source = this.#lines.join('\n').trimEnd();
    if (source !== '') this.#pieces.push({ kind: 'markdown', source });
    this.#lines = [];
    this.#isAfterBlank = false;
  }

  #closeCode(language: string): void {
    this.#pieces.push({ kind: 'code', language, code: this.#lines.join('\n') });
    this.#lines = [];
  }
}

function isClosing(line: string, mark: string): boolean {
  const rest = line.replace(/^[\s>]*/, '').trimEnd();
  return rest.length >= mark.length && rest === mark.charAt(0).repeat(rest.length);
}
