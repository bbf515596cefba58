import type { ExitCode } from './exitCode.ts';

/** A command cannot go on. The message says what happened and what to do; the process ends with `exitCode`. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: { cause?: unknown }) {
    super(message, { cause: options?.cause });
    this.exitCode = exitCode;
  }
}
