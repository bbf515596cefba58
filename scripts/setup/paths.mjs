import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, absolute. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Where everything lives that is worth keeping between runs and does not belong in the checkout. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'patchbay');

/** The Node 24 that the `node` package brings: it runs the tests and the browser workbench. */
export const node24 = join(
  repositoryRoot,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * A path inside the checkout.
 *
 * @param {...string} segments
 */
export function inRepository(...segments) {
  return join(repositoryRoot, ...segments);
}
