const lineFeed = 10;
const carriageReturn = 13;

/** Measures the events of a stream of server-sent events: what stands between two blank lines. */
export class EventMeter {
  /** Bytes of the event that is not complete yet. */
  #event = 0;
  #line = 0;
  #isAfterReturn = false;

  /** Takes the next bytes. Gives the length of the longest event in them, with what came of it before, in bytes. */
  longestWith(chunk: Uint8Array): number {
    let longest = 0;
    // By index: the loop sees each byte of each answer.
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index];
      if (byte === lineFeed && this.#isAfterReturn) {
        this.#isAfterReturn = false;
        continue;
      }
      this.#isAfterReturn = byte === carriageReturn;
      if (byte !== lineFeed && byte !== carriageReturn) {
        this.#line++;
        this.#event++;
        continue;
      }
      if (this.#line === 0) {
        longest = Math.max(longest, this.#event);
        this.#event = 0;
      }
      this.#line = 0;
    }
    return Math.max(longest, this.#event);
  }
}
