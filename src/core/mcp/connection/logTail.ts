/** Contract §10. */
const maxLines = 200;

/** The last lines of a server's log. */
export class LogTail {
  readonly #lines: string[] = [];
  #total = 0;

  /** How many lines have ever been pushed. */
  get total(): number {
    return this.#total;
  }

  push(line: string): void {
    this.#total++;
    this.#lines.push(line);
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  /** Oldest first. With `total`, only lines pushed after it had that value. */
  lines(total = 0): readonly string[] {
    const count = Math.min(this.#total - total, this.#lines.length);
    return this.#lines.slice(this.#lines.length - count);
  }
}
