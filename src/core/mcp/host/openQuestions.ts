import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import { toDisposable } from '../../../shared/base/disposable.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';

/** What one server has asked of the host and has no answer to yet. While there is such a thing, it is the server that waits. */
export class OpenQuestions {
  readonly #changed = new Emitter<void>();
  #count = 0;

  /** Fires when the first is asked and when the last is answered. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get count(): number {
    return this.#count;
  }

  /** Counts a question until the answer is disposed. */
  open(): Disposable {
    if (++this.#count === 1) this.#changed.fire();
    return toDisposable(() => {
      if (--this.#count === 0) this.#changed.fire();
    });
  }
}
