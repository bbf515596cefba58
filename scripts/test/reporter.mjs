import mocha from 'mocha';
import { recordResults, resultsVariable } from './recordResults.mjs';

/** Mocha's usual report for the person, and the results in a file for the summary. Mocha wants a default export. */
export default class Reporter extends mocha.reporters.Spec {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const path = process.env[resultsVariable];
    if (path !== undefined) recordResults(runner, path);
  }
}
