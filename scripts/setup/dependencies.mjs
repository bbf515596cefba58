import { existsSync, readFileSync } from 'node:fs';
import { CommandFailed, runNpm } from './command.mjs';
import { inRepository, node24, repositoryRoot } from './paths.mjs';
import { say } from './say.mjs';
import { SetupError } from './setupError.mjs';

/**
 * Installs the packages of the checkout when they are missing or are not those of the lock file.
 *
 * @throws {SetupError}
 */
export async function ensureDependencies() {
  const reason = reasonToInstall();
  if (reason === undefined) return;
  say(`Installing the packages of this checkout with "npm ci", because ${reason}. This takes a minute or two.`);
  try {
    await runNpm(['ci', '--no-audit', '--no-fund'], { cwd: repositoryRoot });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new SetupError(
      `${error.message}\nThe packages could not be installed. Check the network, then run it again.`,
    );
  }
  if (!existsSync(node24)) {
    throw new SetupError(
      'The packages are installed, but the "node" package did not bring its program: npm was told not to run ' +
        'install scripts. Run "npm rebuild node" once, or turn "ignore-scripts" off, then run it again.',
    );
  }
}

/**
 * Compares what is installed with the lock file by content: a fresh checkout gives both files the same time.
 *
 * @returns {string | undefined} Undefined when nothing is to be done.
 */
function reasonToInstall() {
  const installed = readLock(inRepository('node_modules', '.package-lock.json'));
  if (installed === undefined) return 'node_modules does not exist yet';
  if (!existsSync(node24)) return 'the program of the "node" package is missing';
  const wanted = readLock(inRepository('package-lock.json')) ?? {};
  const stale = Object.entries(wanted).find(
    // A package for another platform is in the lock file and never installed.
    ([path, entry]) => path !== '' && !entry.optional && installed[path]?.version !== entry.version,
  );
  return stale && `${stale[0]} is not at version ${stale[1].version} as in package-lock.json`;
}

/**
 * @param {string} path
 * @returns {Record<string, {version?: string, optional?: boolean}> | undefined}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
