import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Timing } from '../../base/timing.ts';

/** Contract §10, in milliseconds. */
const delays: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Up to this part of a delay is added, so that all who lost the same server do not come back in the same moment. */
const jitter = 0.25;

/** What held for so long was sound: the delays begin anew when it breaks. Less, and each attempt waits longer. */
const soundMs = 30_000;

/** Tries again after 1, 2, 4, 8 and 16 s, and then no more by itself. One attempt waits at a time. */
export class BackOff implements Disposable {
  readonly #timing: Timing;
  #attempts = 0;
  #succeededAt: number | undefined;
  #waiting: { readonly at: number; readonly timer: Disposable } | undefined;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** When what waits will run, in milliseconds since the epoch; undefined while nothing waits. */
  get retryAt(): number | undefined {
    return this.#waiting?.at;
  }

  /**
   * Runs the function after the next delay, in the place of what waits. False, and nothing runs, when all delays are
   * used up.
   */
  plan(run: () => void): boolean {
    this.cancel();
    const { now, random, schedule } = this.#timing;
    if (this.#succeededAt !== undefined && now() - this.#succeededAt >= soundMs) this.#attempts = 0;
    this.#succeededAt = undefined;
    const delay = delays[this.#attempts];
    if (delay === undefined) return false;
    this.#attempts++;
    const delayMs = Math.round(delay * (1 + jitter * random()));
    const timer = schedule(() => {
      this.#waiting = undefined;
      run();
    }, delayMs);
    this.#waiting = { at: now() + delayMs, timer };
    return true;
  }

  /** Says that an attempt succeeded, and takes back what waits. */
  succeed(): void {
    this.cancel();
    this.#succeededAt = this.#timing.now();
  }

  /** Takes back what waits. The delays go on where they were. */
  cancel(): void {
    this.#waiting?.timer.dispose();
    this.#waiting = undefined;
  }

  /** Takes back what waits and begins the delays anew. */
  reset(): void {
    this.cancel();
    this.#attempts = 0;
    this.#succeededAt = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}
