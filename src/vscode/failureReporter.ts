import type { Logger } from '../core/base/logger.ts';
import { messageOf } from '../shared/base/messageOf.ts';

/** Where failures go that nothing else shows: all into the log, and before the person where they can act on them. */
export class FailureReporter {
  readonly #logger: Logger;
  readonly #show: (message: string) => void;

  constructor(logger: Logger, show: (message: string) => void) {
    this.#logger = logger;
    this.#show = show;
  }

  /** Logs a failure and shows its message. `advice` says what failed and what to do, where the error does not. */
  report(error: unknown, advice?: string): void {
    this.#logger.error(advice ?? 'What was asked for failed', error);
    const why = messageOf(error);
    this.#show(advice === undefined ? why : `${advice} ${why}`);
  }

  /** Reports work that fails and that nobody waits for. */
  reportFailureOf(work: PromiseLike<unknown>, advice?: string): void {
    work.then(undefined, (error: unknown) => this.report(error, advice));
  }

  /** Logs work that fails, that nobody waits for, and about which a person can do nothing. */
  logFailureOf(work: PromiseLike<unknown>, message: string): void {
    work.then(undefined, (error: unknown) => this.#logger.error(message, error));
  }
}
