/**
 * Prints a line for each suite, the failures again, and the totals alone on the last line. A suite that was not run
 * counts as one skipped.
 *
 * @param {import('./runSuite.mjs').SuiteOutcome[]} outcomes
 */
export function printSummary(outcomes) {
  const width = Math.max(...outcomes.map(({ name }) => name.length), 'suite'.length);
  const row = (/** @type {string} */ name, /** @type {(string | number)[]} */ cells, note = '') =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join('')}${note && `  ${note}`}`;

  const failures = outcomes.flatMap(({ name, failed }) => failed.map((failure) => ({ suite: name, ...failure })));
  if (failures.length > 0) {
    console.log('\nFailed:');
    for (const { suite, title, error } of failures) console.log(`\n[${suite}] ${title}\n${indent(error)}`);
  }
  console.log(`\n${row('suite', ['passed', 'failed', 'skipped', 'seconds'])}`);
  for (const { name, passed, failed, skipped, seconds, notRun } of outcomes) {
    // The output of a failed installation has been shown; its last line says what to do.
    const note = notRun && `not run: ${notRun.split('\n').at(-1)}`;
    console.log(row(name, [passed, failed.length, skipped + (notRun ? 1 : 0), seconds.toFixed(1)], note));
  }
  const passed = sum(outcomes.map((outcome) => outcome.passed));
  const skipped = sum(outcomes.map((outcome) => outcome.skipped + (outcome.notRun ? 1 : 0)));
  console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`);
}

/**
 * @param {string} text
 */
function indent(text) {
  return text.replace(/^/gm, '    ');
}

/**
 * @param {number[]} numbers
 */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
