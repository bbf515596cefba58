import assert from 'node:assert/strict';
import { listScenarios } from './conformanceSuite.ts';
import type { Revision } from './conformanceSuite.ts';
import { ScenarioRuns } from './scenarioRuns.ts';

const revisions: readonly { readonly revision: Revision; readonly count: number }[] = [
  { revision: '2025-11-25', count: 18 },
  { revision: '2026-07-28', count: 32 },
];

for (const { revision, count } of revisions) {
  const scenarios = await listScenarios(revision);

  describe(`the hub as the client that revision ${revision} requires`, () => {
    const runs = new ScenarioRuns(scenarios, revision);
    after(() => runs.settle());

    it(`is asked for ${count} scenarios`, () => {
      assert.equal(scenarios.length, count);
    });

    for (const scenario of scenarios) {
      it(`passes ${scenario}`, async () => {
        const { outcome, report } = await runs.verdict(scenario);
        assert.equal(outcome, 'passed', report);
      });
    }
  });
}
