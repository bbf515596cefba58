import type { ServerOptions } from '../serverOptions.ts';

/** Options of the verbs that print something. */
export interface VerbOptions extends ServerOptions {
  readonly json?: boolean | undefined;
}
