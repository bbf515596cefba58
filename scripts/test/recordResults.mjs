import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * What one run of mocha came to, as it is written to a file. `notRun` is the reason when the suite could not be run
 * on this machine.
 *
 * @typedef {object} TestResults
 * @property {{title: string, milliseconds: number}[]} passed
 * @property {{title: string, error: string}[]} failed
 * @property {{title: string}[]} skipped
 * @property {string} [notRun]
 *
 * @typedef {{fullTitle(): string, duration?: number}} RecordedTest
 */

/** The environment variable that names the file for the results. */
export const resultsVariable = 'PATCHBAY_TEST_RESULTS';

/**
 * Writes the results of a mocha runner when it ends. A failing hook counts as a failed test.
 *
 * @param {Pick<import("mocha").Runner, "on">} runner
 * @param {string} path
 */
export function recordResults(runner, path) {
  /** @type {TestResults} */
  const results = { passed: [], failed: [], skipped: [] };
  runner.on('pass', (/** @type {RecordedTest} */ test) =>
    results.passed.push({ title: test.fullTitle(), milliseconds: test.duration ?? 0 }),
  );
  runner.on('fail', (/** @type {RecordedTest} */ test, /** @type {Error} */ error) =>
    results.failed.push({ title: test.fullTitle(), error: stripVTControlCharacters(error.stack ?? String(error)) }),
  );
  runner.on('pending', (/** @type {RecordedTest} */ test) => results.skipped.push({ title: test.fullTitle() }));
  runner.on('end', () => writeResults(results, path));
}

/**
 * @param {TestResults} results
 * @param {string} path
 */
export function writeResults(results, path) {
  writeFileSync(path, JSON.stringify(results));
}
