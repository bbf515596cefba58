import { parseArgs } from 'node:util';
import { SetupError } from './setupError.mjs';

/**
 * Reads a script's command line; a mistake in it is answered with what is wrong and the usage.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config
 * @param {string} usage
 * @returns {ReturnType<typeof parseArgs<T>>}
 * @throws {SetupError}
 */
export function readOptions(config, usage) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
