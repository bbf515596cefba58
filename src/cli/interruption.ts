import { exitCode } from './exitCode.ts';
import type { ExitCode } from './exitCode.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Every child is gone 2 s after a signal (contract §8). When this process ends, it takes its servers with it, so what has
 * not been put away by then is ended hard.
 */
const graceMs = 1_700;

/**
 * The end of a command before its time: by a signal, or because its output is read or written no more. The first signal
 * aborts `signal`, and the command puts its things away; a second one ends the process at once.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #exitCode: ExitCode | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the process ends with when it was interrupted, whatever became of the command. */
  get exitCode(): ExitCode | undefined {
    return this.#exitCode;
  }

  /** Listens to the signals of the process for the rest of its life. */
  listen(): void {
    for (const name of signals) process.on(name, () => this.#interrupted());
  }

  /** Nobody reads the output: ends quietly, since the reader has what it wanted. */
  outputClosed(): void {
    this.#end(exitCode.done);
  }

  /** The output cannot be written, so whatever the command does is lost. */
  outputFailed(): void {
    this.#end(exitCode.failed);
  }

  #interrupted(): void {
    if (this.signal.aborted) process.exit(this.#exitCode);
    this.#end(exitCode.interrupted);
  }

  #end(code: ExitCode): void {
    this.#exitCode ??= code;
    if (this.signal.aborted) return;
    setTimeout(() => process.exit(this.#exitCode), graceMs).unref();
    this.#controller.abort();
  }
}
