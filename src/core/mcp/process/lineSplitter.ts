/** Cuts a stream of bytes into lines of UTF-8 text without their ends. One line may be `maxBytes` long. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #parts: Buffer[] = [];
  #length = 0;

  /** `onTooLong` is called once for a line over the limit; what it holds is dropped. */
  constructor(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#append(chunk.subarray(start, end));
      this.#flush();
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** Gives what stands after the last line end, if anything does. */
  end(): void {
    if (this.#length > 0) this.#flush();
  }

  #append(part: Buffer): void {
    if (part.length === 0) return;
    const isOver = this.#length > this.#maxBytes;
    this.#length += part.length;
    if (this.#length <= this.#maxBytes) {
      this.#parts.push(part);
    } else if (!isOver) {
      this.#parts = [];
      this.#onTooLong();
    }
  }

  #flush(): void {
    const isWhole = this.#length <= this.#maxBytes;
    const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    if (isWhole) this.#onLine((line as Buffer).toString('utf8').replace(/\r$/, ''));
  }
}
