import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inRepository, node24, repositoryRoot } from '../setup/paths.mjs';
import { resultsVariable } from './recordResults.mjs';
import { runProcess } from './runProcess.mjs';
import { specsBelow } from './suites.mjs';

/**
 * @typedef {object} SuiteOutcome
 * @property {string} name
 * @property {number} passed
 * @property {{title: string, error: string}[]} failed
 * @property {number} skipped
 * @property {number} seconds
 * @property {string} [notRun] Why the suite, or the part of it that is left, could not be run.
 *
 * @typedef {object} Selection
 * @property {string | undefined} grep Only tests whose title contains this.
 * @property {string[] | undefined} spec Only these files, instead of the folders of the suite.
 */

/**
 * Runs one suite to its end. A process that crashes is a failed test of its own, so that it cannot go unnoticed.
 *
 * @param {import('./suites.mjs').Suite} suite
 * @param {Selection} selection
 * @param {'inherit' | 'ignore'} [output] Whether what it prints is shown.
 * @returns {Promise<SuiteOutcome>}
 */
export async function runSuite(suite, selection, output = 'inherit') {
  const started = performance.now();
  const runs = plannedRuns(suite, selection);
  /** @type {SuiteOutcome} */
  const outcome = { name: suite.name, passed: 0, failed: [], skipped: 0, seconds: 0 };
  if (runs.length === 0) outcome.notRun = 'it has no tests';
  for (const run of runs) addResults(outcome, await runOne(run, output));
  outcome.seconds = (performance.now() - started) / 1000;
  return outcome;
}

/**
 * @typedef {{label: string, args: string[], env?: NodeJS.ProcessEnv}} Run A Node process.
 *
 * @param {import('./suites.mjs').Suite} suite
 * @param {Selection} selection
 * @returns {Run[]}
 */
function plannedRuns({ name, specFolders, timeout, program, programSpecs }, { grep, spec }) {
  /** @type {Run[]} */
  const runs = [];
  const files = spec ?? specFolders.flatMap(specsBelow);
  if (files.length > 0) {
    const args = [
      inRepository('node_modules', 'mocha', 'bin', 'mocha.js'),
      ...['--reporter', inRepository('scripts', 'test', 'reporter.mjs'), '--timeout', String(timeout)],
      ...['--forbid-only', ...(grep ? ['--fgrep', grep] : [])],
      ...files.flatMap((file) => ['--spec', file]),
    ];
    runs.push({ label: name, args });
  }
  if (program !== undefined && spec === undefined && specsBelow(programSpecs ?? '').length > 0) {
    runs.push({ label: program, args: [inRepository(program)], env: grep ? { PATCHBAY_TEST_GREP: grep } : {} });
  }
  return runs;
}

/**
 * @param {Run} run
 * @param {'inherit' | 'ignore'} output
 * @returns {Promise<import('./recordResults.mjs').TestResults>}
 */
async function runOne({ label, args, env }, output) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-results-'));
  const resultsFile = join(folder, 'results.json');
  try {
    const { code, problem } = await runProcess(node24, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: repositoryRoot,
      env: { ...testEnvironment(), ...env, [resultsVariable]: resultsFile },
      output,
      resultsFile,
    });
    /** @type {import('./recordResults.mjs').TestResults} */
    const results = existsSync(resultsFile)
      ? JSON.parse(readFileSync(resultsFile, 'utf8'))
      : { passed: [], failed: [], skipped: [] };
    const trouble = problem ?? (code !== 0 && results.failed.length === 0 ? `ended with code ${code}` : undefined);
    if (trouble !== undefined) results.failed.push({ title: `the process of ${label}`, error: `It ${trouble}.` });
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Tests run on Node 24. The product has to run on what the person has: `PATCHBAY_PLAIN_NODE` is the Node that this
 * script was started with, before npm put ours first on the PATH.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function testEnvironment() {
  return {
    ...process.env,
    PATH: `${inRepository('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    PATCHBAY_PLAIN_NODE: process.env.npm_node_execpath || process.execPath,
  };
}

/**
 * @param {SuiteOutcome} outcome
 * @param {import('./recordResults.mjs').TestResults} results
 */
function addResults(outcome, { passed, failed, skipped, notRun }) {
  outcome.passed += passed.length;
  outcome.failed.push(...failed);
  outcome.skipped += skipped.length;
  if (notRun !== undefined) outcome.notRun = notRun;
}
