import { runScenario } from './conformanceSuite.ts';
import type { Revision, Verdict } from './conformanceSuite.ts';
import { verdicts } from './verdictList.ts';

/** Scenarios under way besides the one that is waited for: what one leaves of the machine, the next ones use. */
const ahead = 2;

/** Runs of scenarios in their order, a few at a time. */
export class ScenarioRuns {
  readonly #scenarios: readonly string[];
  readonly #revision: Revision | undefined;
  readonly #runs = new Map<string, Promise<Verdict>>();

  constructor(scenarios: readonly string[], revision?: Revision) {
    this.#scenarios = scenarios;
    this.#revision = revision;
  }

  /** The verdict on a scenario; the ones after it are started meanwhile. */
  verdict(scenario: string): Promise<Verdict> {
    const index = this.#scenarios.indexOf(scenario);
    const [verdict] = this.#scenarios.slice(index, index + 1 + ahead).map((name) => this.#run(name));
    if (index < 0 || !verdict) throw new Error(`There is no scenario "${scenario}".`);
    return verdict;
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#runs.values());
  }

  #run(scenario: string): Promise<Verdict> {
    const run = this.#runs.get(scenario) ?? this.#recorded(scenario);
    this.#runs.set(scenario, run);
    return run;
  }

  async #recorded(scenario: string): Promise<Verdict> {
    const verdict = await runScenario(scenario, this.#revision);
    verdicts.add(scenario, this.#revision, verdict);
    return verdict;
  }
}
