import type { Disposable } from '../../../shared/base/disposable.ts';
import { systemTiming } from '../../base/timing.ts';
import type { Timing } from '../../base/timing.ts';
import type { OpenQuestions } from '../host/openQuestions.ts';

/** Contract §10: progress starts the time anew, but not for ever. */
const hardMaximum = 10;

/**
 * The time limits of one request: so long without a sign of life, and ten times that in all. Both stand still while the
 * server waits for an answer of the host, which a person may take long for.
 */
export class RequestDeadline implements Disposable {
  readonly #timeoutMs: number;
  readonly #questions: OpenQuestions;
  readonly #timing: Timing;
  readonly #passed = new AbortController();
  readonly #subscription: Disposable;
  #leftInAll: number;
  #missed: 'silence' | 'maximum' | undefined;
  #running: { readonly since: number; readonly timer: Disposable } | undefined;

  constructor(timeoutMs: number, questions: OpenQuestions, timing: Timing = systemTiming) {
    this.#timeoutMs = timeoutMs;
    this.#questions = questions;
    this.#timing = timing;
    this.#leftInAll = timeoutMs * hardMaximum;
    this.#subscription = questions.onDidChange(() => this.touch());
    this.#run();
  }

  /** Aborts when a limit has passed. */
  get signal(): AbortSignal {
    return this.#passed.signal;
  }

  /** Which limit has passed. */
  get missed(): 'silence' | 'maximum' | undefined {
    return this.#missed;
  }

  /** The server has shown that it works on the request. */
  touch(): void {
    this.#stop();
    this.#run();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#stop();
  }

  #run(): void {
    if (this.#questions.count > 0 || this.#missed) return;
    const isLastPart = this.#leftInAll <= this.#timeoutMs;
    const timer = this.#timing.schedule(
      () => {
        this.#missed = isLastPart ? 'maximum' : 'silence';
        this.#passed.abort();
      },
      Math.max(0, Math.min(this.#timeoutMs, this.#leftInAll)),
    );
    this.#running = { since: this.#timing.now(), timer };
  }

  #stop(): void {
    if (!this.#running) return;
    this.#running.timer.dispose();
    this.#leftInAll -= this.#timing.now() - this.#running.since;
    this.#running = undefined;
  }
}
