import type { Disposable } from '../../../shared/base/disposable.ts';
import type { CatalogPart } from './catalogReader.ts';

/** Contract §10. */
const gatherMs = 300;
const longestGatherMs = 2_000;

/**
 * Gathers announcements that lists changed, so that a storm of them becomes a few readings: one starts when none has
 * come for 300 ms, or 2 s after the first, and never while another runs.
 */
export class ListChanges implements Disposable {
  readonly #refresh: (parts: ReadonlySet<CatalogPart>) => Promise<void>;
  #pending = new Set<CatalogPart>();
  #firstAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isDisposed = false;

  /** `refresh` reads the parts anew; it must not reject. */
  constructor(refresh: (parts: ReadonlySet<CatalogPart>) => Promise<void>) {
    this.#refresh = refresh;
  }

  announce(part: CatalogPart): void {
    if (this.#isDisposed) return;
    if (this.#pending.size === 0) this.#firstAt = Date.now();
    this.#pending.add(part);
    // A reading under way may miss this change; the next one begins when it ends.
    if (this.#running) return;
    clearTimeout(this.#timer);
    const untilLongest = this.#firstAt + longestGatherMs - Date.now();
    this.#timer = setTimeout(() => this.#start(), Math.max(0, Math.min(gatherMs, untilLongest)));
  }

  /** Resolves when what has been announced so far has been read; does not wait to gather more. */
  async settle(): Promise<void> {
    if (this.#running) await this.#running;
    if (this.#pending.size === 0 || this.#isDisposed) return;
    this.#start();
    await this.#running;
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#pending.clear();
  }

  #start(): void {
    clearTimeout(this.#timer);
    if (this.#running || this.#isDisposed) return;
    const parts = this.#pending;
    this.#pending = new Set();
    this.#running = this.#refresh(parts).finally(() => {
      this.#running = undefined;
      const [again, ...more] = this.#pending;
      if (again === undefined) return;
      this.#pending = new Set(more);
      this.announce(again);
    });
  }
}
