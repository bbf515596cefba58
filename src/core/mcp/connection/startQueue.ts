import type { Schedule } from '../../../shared/rpc/port.ts';

/** Longer than servers take that answer at all; what takes longer waits in silence and costs nothing. */
const longestHoldMs = 5_000;

/**
 * Lets a bounded number of pieces of work start at the same time; the others wait in order. Work that takes long gives
 * its place back, so that eight silent servers do not hold up the ninth.
 */
export class StartQueue {
  readonly #limit: () => number;
  readonly #schedule: Schedule;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: () => number, schedule: Schedule) {
    this.#limit = limit;
    this.#schedule = schedule;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= Math.max(1, this.#limit())) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    let isHeld = true;
    const giveBack = (): void => {
      if (isHeld) this.#release();
      isHeld = false;
    };
    const timer = this.#schedule(giveBack, longestHoldMs);
    try {
      return await work();
    } finally {
      timer.dispose();
      giveBack();
    }
  }

  /** The place goes to the next one directly: freed first, it might be taken twice. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
