import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Timing } from '../../base/timing.ts';

/** A connection on which nothing has been heard for so long is asked whether it is there. */
const idleMs = 30_000;

export interface KeepAliveOptions {
  readonly timing: Timing;
  /** When the server was heard of last, in milliseconds since the epoch. */
  readonly lastHeardAt: () => number;
  /** Whether it works on a request: many servers do one thing at a time, and say nothing else meanwhile. */
  readonly isBusy: () => boolean;
  /** Asks the server for a sign of life; resolves to whether there was one in time. Never rejects. */
  readonly ping: () => Promise<boolean>;
  readonly onLost: () => void;
}

/**
 * Finds out that an idle connection is dead (S25 basic/utilities/ping) before a person does. Only for the era that has
 * pings, and for what breaks without a word: the end of a process is news by itself.
 */
export class KeepAlive implements Disposable {
  readonly #options: KeepAliveOptions;
  #timer: Disposable | undefined;
  #isAsking = false;
  #isDisposed = false;

  constructor(options: KeepAliveOptions) {
    this.#options = options;
    this.#wait(idleMs);
  }

  /** Asks at once: a request was not carried, and that may be the end of the connection or of that request alone. */
  doubt(): void {
    if (this.#isDisposed || this.#isAsking) return;
    this.#timer?.dispose();
    void this.#ask();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  #wait(delayMs: number): void {
    this.#timer = this.#options.timing.schedule(() => this.#look(), delayMs);
  }

  #look(): void {
    const { timing, lastHeardAt, isBusy } = this.#options;
    const idle = timing.now() - lastHeardAt();
    if (isBusy()) this.#wait(idleMs);
    else if (idle < idleMs) this.#wait(idleMs - idle);
    else void this.#ask();
  }

  async #ask(): Promise<void> {
    const { timing, lastHeardAt, isBusy, ping, onLost } = this.#options;
    const askedAt = timing.now();
    this.#isAsking = true;
    const isAnswered = await ping();
    this.#isAsking = false;
    // It may have been closed while the answer was waited for: no timer may outlive it.
    if (this.#isDisposed) return;
    // What the server works on has a time limit of its own: when it has passed, it is asked again.
    if (isAnswered || isBusy() || lastHeardAt() > askedAt) this.#wait(idleMs);
    else onLost();
  }
}
