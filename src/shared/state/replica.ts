import { Emitter } from '../base/emitter.ts';
import type { Snapshot } from '../protocol/lifecycle.ts';
import type { ViewAction } from './viewAction.ts';
import { reduceView } from './viewReducer.ts';
import type { ViewState } from './viewState.ts';

/** A view's copy of the state. It applies actions in order and says when one is missing. */
export class Replica {
  #seq: number;
  #state: ViewState;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(snapshot: Snapshot) {
    this.#seq = snapshot.seq;
    this.#state = snapshot.state;
  }

  get state(): ViewState {
    return this.#state;
  }

  /** Applies actions that start at `seq`. Answers false on a gap: then the host must be asked for a snapshot. */
  apply(seq: number, actions: readonly ViewAction[]): boolean {
    if (seq > this.#seq + 1) return false;
    // Actions that a newer snapshot already contains are passed over.
    const fresh = actions.slice(this.#seq + 1 - seq);
    if (fresh.length === 0) return true;
    this.#state = fresh.reduce(reduceView, this.#state);
    this.#seq += fresh.length;
    this.#changed.fire();
    return true;
  }

  reset(snapshot: Snapshot): void {
    this.#seq = snapshot.seq;
    this.#state = snapshot.state;
    this.#changed.fire();
  }
}
