/** One thing that a thread does at a time. It can be stopped, and waited for. */
export class Activity {
  readonly #controller = new AbortController();
  readonly #ended: Promise<void>;
  #end: () => void = () => undefined;

  constructor() {
    this.#ended = new Promise((resolve) => (this.#end = resolve));
  }

  /** Aborts when it is stopped. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves when it is over. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  stop(): void {
    this.#controller.abort();
  }

  end(): void {
    this.#end();
  }
}
