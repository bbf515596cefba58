import assert from 'node:assert/strict';
import { listScenarios } from './conformanceSuite.ts';
import { ScenarioRuns } from './scenarioRuns.ts';
import { verdicts } from './verdictList.ts';

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
    it(`passes ${scenario}`, async () => {
      const { outcome, report } = await runs.verdict(scenario);
      assert.equal(outcome, 'passed', report);
    });
  }
});
