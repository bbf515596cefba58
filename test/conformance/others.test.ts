import assert from 'node:assert/strict';
import { listScenarios } from './conformanceSuite.ts';
import { ScenarioRuns } from './scenarioRuns.ts';
import { verdicts } from './verdictList.ts';

/** What no revision requires, and the hub does not do. The test fails as soon as it does, so that this stays true. */
const notCovered: Readonly<Record<string, { readonly outcome: 'failed' | 'skipped'; readonly why: string }>> = {
  'sep-2640-client-no-prefetch': { outcome: 'skipped', why: 'skills are not read from servers' },
  'sep-2640-client-verify-digest': { outcome: 'skipped', why: 'skills are not read from servers' },
  'sep-2640-client-verify-size': { outcome: 'skipped', why: 'skills are not read from servers' },
  'sep-2640-client-verify-frontmatter': { outcome: 'skipped', why: 'skills are not read from servers' },
};

const required = new Set([...(await listScenarios('2025-11-25')), ...(await listScenarios('2026-07-28'))]);
const all = await listScenarios();
const others = all.filter((scenario) => !required.has(scenario));

// After the tests of all files.
after(() => {
  process.stdout.write(verdicts.text(all));
});

describe('the hub in what else the conformance suite asks of clients', () => {
  const runs = new ScenarioRuns(others);
  after(() => runs.settle());

  for (const scenario of others) {
    const { outcome: expected, why } = notCovered[scenario] ?? { outcome: 'passed', why: undefined };
    it(why === undefined ? `passes ${scenario}` : `is ${expected} by ${scenario}: ${why}`, async () => {
      const { outcome, report } = await runs.verdict(scenario);
      assert.equal(outcome, expected, report);
    });
  }

  it('names only scenarios that exist as not covered', () => {
    assert.deepEqual(
      Object.keys(notCovered).filter((scenario) => !others.includes(scenario)),
      [],
    );
  });
});
