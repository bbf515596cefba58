import type { Timing } from '../../src/core/base/timing.ts';

/** Time that stands still until a test moves it. */
export class FakeTiming implements Timing {
  #now = 1_000_000;
  #waiting: { readonly at: number; readonly run: () => void }[] = [];

  readonly now = (): number => this.#now;
  readonly random = (): number => 0;
  readonly schedule = (run: () => void, delayMs: number): { dispose(): void } => {
    const entry = { at: this.#now + delayMs, run };
    this.#waiting.push(entry);
    return { dispose: () => void (this.#waiting = this.#waiting.filter((it) => it !== entry)) };
  };

  /** How many timers run. */
  get timers(): number {
    return this.#waiting.length;
  }

  /** Lets so many milliseconds pass, with all that was to happen in them, in order; then what that set off. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const [next] = this.#waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (!next) break;
      this.#waiting = this.#waiting.filter((it) => it !== next);
      this.#now = next.at;
      next.run();
      await turns();
    }
    this.#now = until;
    await turns();
  }
}

/** Lets what is ready to run, run. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
