/** Contract §10: a crashed server restarts with its next use, so often in so many milliseconds. */
export const maxRestarts = 3;
const restartWindowMs = 5 * 60_000;

/** Counts restarts, so that a server that always crashes does not start for ever. */
export class RestartBudget {
  readonly #now: () => number;
  #spent: number[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Takes one restart. False when there is none left at this time. */
  take(): boolean {
    const now = this.#now();
    this.#spent = this.#spent.filter((at) => now - at < restartWindowMs);
    if (this.#spent.length >= maxRestarts) return false;
    this.#spent.push(now);
    return true;
  }

  /** A person who connects a server by hand wants it tried again. */
  refill(): void {
    this.#spent = [];
  }
}
