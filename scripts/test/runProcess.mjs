import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { endProcessTree } from '../editor/processTree.mjs';

/** A run that has written its results is given this long to end, and every run this long to have written them. */
const lingerMilliseconds = 15_000;
const wholeMilliseconds = 20 * 60_000;

/**
 * Runs a process that writes a results file.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd: string, env: NodeJS.ProcessEnv, output: 'inherit' | 'ignore', resultsFile: string}} options
 * @returns {Promise<{code: number | null, problem?: string}>} The exit code; and what was wrong with the process itself
 *   (a clause), whatever its tests came to.
 */
export function runProcess(command, args, { cwd, env, output, resultsFile }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output] });
    /** @type {string | undefined} */
    let problem;
    const endWith = (/** @type {string} */ reason) => {
      problem = reason;
      if (child.pid !== undefined) void endProcessTree(child.pid);
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
    const settle = (/** @type {number | null} */ code) => {
      clearTimeout(tooLong);
      clearTimeout(lingering);
      clearInterval(watching);
      resolve({ code, ...(problem !== undefined && { problem }) });
    };
    child.once('error', (error) => {
      problem = `could not be started (${error.message})`;
      settle(null);
    });
    child.once('close', (code, signal) => {
      if (problem === undefined && signal !== null) problem = `was ended by ${signal}`;
      // Failed tests end it with their number; without results it did not get that far.
      if (problem === undefined && !existsSync(resultsFile)) problem = `ended with code ${code} before its tests did`;
      settle(code);
    });
  });
}
