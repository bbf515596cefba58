import type { Terminal } from './terminal.ts';

/** What a command gets from the process that runs it. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Aborts when the command must end before its time. */
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the person is; paths on the command line are relative to it. */
  readonly cwd: string;
  readonly version: string;
}
