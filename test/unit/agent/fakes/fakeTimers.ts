import type { Schedule } from '../../../../src/shared/rpc/port.ts';

/** Timers that run when they are told to. */
export class FakeTimers {
  readonly #waiting = new Set<{ run: () => void; readonly delayMs: number }>();

  readonly schedule: Schedule = (run, delayMs) => {
    const timer = { run, delayMs };
    this.#waiting.add(timer);
    return { dispose: () => this.#waiting.delete(timer) };
  };

  /** Delays of the timers that wait, in milliseconds. */
  get delays(): number[] {
    return [...this.#waiting].map(({ delayMs }) => delayMs);
  }

  /** Runs every timer that waits. */
  elapse(): void {
    for (const timer of [...this.#waiting]) {
      this.#waiting.delete(timer);
      timer.run();
    }
  }
}
