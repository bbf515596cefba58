import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import treeKill from 'tree-kill';

/** A run that has written its results is given this long to end, and every run this long to have written them. */
const lingerMilliseconds = 15_000;
const wholeMilliseconds = 20 * 60_000;

/**
 * Runs a process that writes a results file, with its output shown.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd: string, env: NodeJS.ProcessEnv, resultsFile: string}} options
 * @returns {Promise<string | undefined>} What was wrong with the process itself (a clause), whatever its tests came to.
 */
export function runProcess(command, args, { cwd, env, resultsFile }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    /** @type {string | undefined} */
    let problem;
    const endWith = (/** @type {string} */ reason) => {
      problem = reason;
      if (child.pid !== undefined) treeKill(child.pid, 'SIGKILL');
    };
    const tooLong = setTimeout(
      () => endWith(`did not finish in ${wholeMilliseconds / 60_000} minutes`),
      wholeMilliseconds,
    );
    /** @type {NodeJS.Timeout | undefined} */
    let lingering;
    const watching = setInterval(() => {
      if (!existsSync(resultsFile)) return;
      clearInterval(watching);
      lingering = setTimeout(
        () => endWith('finished its tests but did not end: something that a test started is still open'),
        lingerMilliseconds,
      );
    }, 500);
    const settle = (/** @type {string | undefined} */ reason) => {
      clearTimeout(tooLong);
      clearTimeout(lingering);
      clearInterval(watching);
      resolve(reason);
    };
    child.once('error', (error) => settle(`could not be started (${error.message})`));
    child.once('close', (code, signal) => {
      if (problem === undefined && signal !== null) problem = `was ended by ${signal}`;
      // Failed tests end it with their number; without results it did not get that far.
      if (problem === undefined && !existsSync(resultsFile)) problem = `ended with code ${code} before its tests did`;
      settle(problem);
    });
  });
}
