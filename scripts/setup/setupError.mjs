import { say } from './say.mjs';

/** Something this machine lacks and the scripts cannot add. The message says what happened and what to do. */
export class SetupError extends Error {
  /**
   * @param {string} message
   */
  constructor(message) {
    super(message);
    this.name = 'SetupError';
  }
}

/**
 * Runs a script's main function: a `SetupError` is printed as the sentence it is, anything else with its stack, and
 * both end the process with code 1.
 *
 * @param {() => Promise<number | void>} main Resolves to the exit code, 0 when it resolves to nothing.
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    const detail = error instanceof Error ? error.stack : String(error);
    say(error instanceof SetupError ? error.message : `Unexpected failure: ${detail}`);
    process.exitCode = 1;
  }
}
