import type { Disposable } from '../../../shared/base/disposable.ts';
import { toDisposable } from '../../../shared/base/disposable.ts';
import type { AskingRequest, Elicitation, ElicitationAnswer } from '../../mcp/host/hostHandlers.ts';

/** A call that a thread has made to a server, and that has no result yet. */
export interface CallInFlight {
  readonly server: string;
  /** Aborts when it has its result, or is stopped. */
  readonly over: AbortSignal;
  /** Asks the person at the thread. Undefined when the call is over before there is an answer. */
  readonly ask: (
    elicitation: Elicitation,
    signal: AbortSignal,
    about?: 'sampling',
  ) => Promise<ElicitationAnswer | undefined>;
}

/** The calls of all threads that are under way: what a server asks meanwhile belongs to one of them. */
export class CallsInFlight {
  /** In the order in which they were begun. */
  readonly #calls = new Set<CallInFlight>();

  /** Counts a call until the answer is disposed. Its requests are sent with the call itself as their origin. */
  begin(call: CallInFlight): Disposable {
    this.#calls.add(call);
    return toDisposable(() => this.#calls.delete(call));
  }

  /**
   * The call because of which a server asks. Where the protocol says which request it is, that one's, if it is still
   * under way and a thread's; else the one to this server that was begun last. Undefined when there is none.
   */
  find(server: string, asking: AskingRequest | undefined): CallInFlight | undefined {
    const calls = [...this.#calls].filter((call) => call.server === server && !call.over.aborted);
    return asking ? calls.find((call) => call === asking.origin) : calls.at(-1);
  }
}
