/** Enough for the line `data: [DONE]` with line ends of any kind. */
const tailBytes = 64;

/** Lets the bytes of an event stream through and remembers whether they were events and how they ended. */
export class StreamWatch {
  #tail: Buffer = Buffer.alloc(0);
  #hasEvents = false;
  readonly stream: TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

  constructor() {
    this.stream = new TransformStream({
      transform: (bytes, controller) => {
        this.#remember(bytes);
        controller.enqueue(bytes);
      },
    });
  }

  /** Whether anything looked like a server-sent event. */
  get hasEvents(): boolean {
    return this.#hasEvents;
  }

  /** Whether the last event so far is `[DONE]`: the endpoint itself says that the answer is whole. */
  get isDone(): boolean {
    return /data:\s*\[DONE\]\s*$/.test(this.#tail.toString('latin1'));
  }

  #remember(bytes: Uint8Array): void {
    // The tail joins the parts of a word that came in two pieces.
    this.#hasEvents ||= Buffer.concat([this.#tail, bytes]).includes('data:');
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-tailBytes)]).subarray(-tailBytes);
  }
}
