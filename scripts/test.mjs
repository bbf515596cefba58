import { ensureDependencies } from './setup/dependencies.mjs';
import { readOptions } from './setup/options.mjs';
import { say } from './setup/say.mjs';
import { runScript, SetupError } from './setup/setupError.mjs';
import { suites } from './test/suites.mjs';

const names = suites.map((suite) => suite.name).join(', ');
const usage = `Usage: npm test [-- SUITE...] or npm run test:SUITE [-- OPTION...]

Installs what is missing, builds, and runs the suites: ${names}.
Where the variable CI is set, a suite that cannot run for want of a browser or an editor counts as failed.

  --no-build   run with what is in dist/
  --grep TEXT  only tests whose title contains TEXT
  --spec FILE  only this file; may be given more than once`;

await runScript(async () => {
  const { values, positionals } = readOptions(
    {
      allowPositionals: true,
      options: {
        'no-build': { type: 'boolean', default: false },
        grep: { type: 'string', short: 'g' },
        spec: { type: 'string', multiple: true },
        help: { type: 'boolean', default: false },
      },
    },
    usage,
  );
  if (values.help) return console.log(usage);
  const chosen = chooseSuites(positionals);

  await ensureDependencies();
  const missing = await meetNeeds(new Set(chosen.flatMap((suite) => suite.needs)));
  // These import packages of node_modules, which exists only now.
  const { build } = await import('./build/build.mjs');
  const { runSuite } = await import('./test/runSuite.mjs');
  const { printSummary } = await import('./test/summary.mjs');
  if (!values['no-build']) await build();

  const outcomes = [];
  for (const suite of chosen) {
    console.log(`\n— ${suite.name} —`);
    const reason = suite.needs.map((need) => missing.get(need)).find((message) => message !== undefined);
    const outcome =
      reason === undefined
        ? await runSuite(suite, { grep: values.grep, spec: values.spec })
        : { name: suite.name, passed: 0, failed: [], skipped: 0, seconds: 0, notRun: reason };
    if (outcome.notRun !== undefined) {
      say(`Not run: ${outcome.notRun}`);
      if (process.env.CI && !suite.optional) outcome.failed.push({ title: 'the whole suite', error: outcome.notRun });
    }
    outcomes.push(outcome);
  }
  printSummary(outcomes);
  return outcomes.some((outcome) => outcome.failed.length > 0) ? 1 : 0;
});

/**
 * @param {string[]} wanted Every suite, when it is empty.
 */
function chooseSuites(wanted) {
  const unknown = wanted.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined) throw new SetupError(`There is no suite "${unknown}".\n\n${usage}`);
  if (wanted.length > 0) return suites.filter((suite) => wanted.includes(suite.name));
  return suites;
}

/**
 * Installs what the suites need of the machine.
 *
 * @param {Set<import('./test/suites.mjs').Need>} needs
 * @returns {Promise<Map<import('./test/suites.mjs').Need, string>>} For what is missing, why, and what to do.
 */
async function meetNeeds(needs) {
  const { ensureChromium } = await import('./setup/chromium.mjs');
  const { ensureEditor } = await import('./setup/editor.mjs');
  const installers = { chromium: ensureChromium, editor: ensureEditor };
  const missing = new Map();
  for (const need of needs) {
    try {
      await installers[need]();
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      say(error.message);
      missing.set(need, error.message);
    }
  }
  return missing;
}
