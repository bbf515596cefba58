import { Emitter } from '../base/emitter.ts';
import type { Snapshot } from '../protocol/lifecycle.ts';
import type { ViewAction } from './viewAction.ts';
import { reduceView } from './viewReducer.ts';
import type { ViewState } from './viewState.ts';

/** The state of the chat view as the extension host owns it; numbers every action. */
export class StateStore {
  #seq = 0;
  #state: ViewState;
  readonly #dispatched = new Emitter<{ readonly seq: number; readonly action: ViewAction }>();
  readonly onDidDispatch = this.#dispatched.event;

  constructor(initial: ViewState) {
    this.#state = initial;
  }

  get state(): ViewState {
    return this.#state;
  }

  snapshot(): Snapshot {
    return { seq: this.#seq, state: this.#state };
  }

  dispatch(action: ViewAction): void {
    this.#state = reduceView(this.#state, action);
    this.#seq += 1;
    this.#dispatched.fire({ seq: this.#seq, action });
  }
}
