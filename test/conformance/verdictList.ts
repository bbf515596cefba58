import type { Revision, Verdict } from './conformanceSuite.ts';

/** The verdicts on scenarios, for one list of all of them at the end. */
class VerdictList {
  readonly #lines = new Map<string, string[]>();

  add(scenario: string, revision: Revision | undefined, { outcome }: Verdict): void {
    const line = this.#lines.get(scenario) ?? [];
    line.push(revision === undefined ? outcome : `${outcome} at ${revision}`);
    this.#lines.set(scenario, line);
  }

  /** A line a scenario, with how many there are of the suite. */
  text(all: readonly string[]): string {
    const lines = all.map((scenario) => `  ${scenario}: ${this.#lines.get(scenario)?.join(', ') ?? 'not run'}`);
    const passed = all.filter((scenario) => this.#lines.get(scenario)?.every((line) => line.startsWith('passed')));
    return [`\n  ${passed.length} of the ${all.length} scenarios of --suite all passed:`, ...lines, ''].join('\n');
  }
}

export const verdicts = new VerdictList();
