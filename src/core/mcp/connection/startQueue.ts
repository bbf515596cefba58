/** Lets a bounded number of pieces of work run at the same time; the others wait in order. */
export class StartQueue {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= Math.max(1, this.#limit())) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      // The place goes to the next one directly: freed first, it might be taken twice.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
