const cdata = { opening: '<![CDATA[', closing: ']]>' } as const;
/** A call is no larger than this, in UTF-16 code units; of a larger one the beginning is kept. */
const maxChars = 200_000;

/** The inside of one call while it is written: everything up to its closing tag that is not in a CDATA section. */
export class CallBlock {
  readonly name: string;
  readonly #closing: string;
  readonly #parts: string[] = [];
  #chars = 0;
  #carry = '';
  #isCdata = false;

  constructor(name: string) {
    this.name = name;
    this.#closing = `</${name}>`;
  }

  /** Whether something was left out, so that it must not be run. */
  get isCut(): boolean {
    return this.#chars > maxChars;
  }

  get body(): string {
    return this.#parts.join('');
  }

  /** Takes more; gives what follows the closing tag as soon as it is there. */
  take(delta: string): string | undefined {
    let text = this.#carry + delta;
    this.#carry = '';
    for (;;) {
      const end = this.#isCdata ? -1 : text.indexOf(this.#closing);
      const mark = this.#isCdata ? cdata.closing : cdata.opening;
      const turn = text.indexOf(mark);
      if (end >= 0 && (turn < 0 || end < turn)) {
        this.#keep(text.slice(0, end));
        return text.slice(end + this.#closing.length);
      }
      if (turn < 0) break;
      this.#keep(text.slice(0, turn + mark.length));
      text = text.slice(turn + mark.length);
      this.#isCdata = !this.#isCdata;
    }
    // A mark may be cut in two by the end of what has arrived.
    const held = Math.min(text.length, Math.max(this.#closing.length, cdata.opening.length) - 1);
    this.#keep(text.slice(0, text.length - held));
    this.#carry = text.slice(text.length - held);
    return undefined;
  }

  /** Nothing follows any more: what was held back belongs to it. */
  end(): void {
    this.#keep(this.#carry);
    this.#carry = '';
  }

  #keep(text: string): void {
    const room = maxChars - this.#chars;
    this.#chars += text.length;
    if (room > 0 && text !== '') this.#parts.push(text.slice(0, room));
  }
}
