interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  /** A fence of backticks has none in the rest of its line; else it was code within a line. */
  isLineOpen: boolean;
}

/** Follows Markdown, character by character, as far as it says what is code: fences, and spans within a line. */
export class CodeSpans {
  #fence: Fence | undefined;
  /** Backticks that opened a span of this line; 0 outside of one. */
  #span = 0;
  #indent = 0;
  #isLineStart = true;
  #mark: '`' | '~' | undefined;
  #run = 0;
  #isClosing = false;

  /** Whether what comes next is inside of code. */
  isCode(): boolean {
    this.#endRun();
    return this.#fence !== undefined || this.#span > 0;
  }

  take(text: string): void {
    for (const char of text) this.#takeChar(char);
  }

  #takeChar(char: string): void {
    if (this.#mark === char) {
      this.#run += 1;
      return;
    }
    this.#endRun();
    if (char === '\n') this.#endLine();
    else if (char === '`' || char === '~') {
      this.#mark = char;
      this.#run = 1;
    } else if (char === ' ' || char === '\t' || char === '\r') this.#indent += 1;
    else {
      this.#isLineStart = false;
      this.#isClosing = false;
    }
  }

  #endLine(): void {
    if (this.#isClosing) this.#fence = undefined;
    if (this.#fence) this.#fence.isLineOpen = false;
    this.#isClosing = false;
    this.#span = 0;
    this.#indent = 0;
    this.#isLineStart = true;
  }

  #endRun(): void {
    const mark = this.#mark;
    const length = this.#run;
    this.#mark = undefined;
    this.#run = 0;
    if (mark === undefined) return;
    const mayBeFence = this.#isLineStart && this.#indent <= 3 && length >= 3;
    this.#isLineStart = false;
    this.#isClosing = false;
    if (this.#fence) {
      if (this.#fence.isLineOpen && mark === '`' && this.#fence.mark === '`') this.#fence = undefined;
      else this.#isClosing = mayBeFence && mark === this.#fence.mark && length >= this.#fence.length;
    } else if (mayBeFence) {
      this.#fence = { mark, length, isLineOpen: true };
    } else if (mark === '`') {
      this.#span = this.#span === 0 ? length : this.#span === length ? 0 : this.#span;
    }
  }
}
