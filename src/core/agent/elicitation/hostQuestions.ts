import type { AskingRequest, Elicitation, ElicitationAnswer, HostHandlers } from '../../mcp/host/hostHandlers.ts';
import { CallsInFlight } from './callsInFlight.ts';
import { Completions } from './completions.ts';

/**
 * What servers ask of the host, routed to the thread whose call is under way (docs/adr/0018-routing-of-questions.md).
 * Several questions wait beside each other, in one thread or in many: each has its own request, and none holds up the
 * connection. What no call of a thread is behind goes to the surface, where that has a way to ask; else it is cancelled.
 */
export class HostQuestions {
  readonly calls = new CallsInFlight();
  readonly completions = new Completions();
  readonly #surface: HostHandlers;

  constructor(surface: HostHandlers) {
    this.#surface = surface;
  }

  /** For the hub. Declared where nobody sits, too: contract §4 "headless cancels". */
  get handlers(): HostHandlers {
    return {
      ...this.#surface,
      elicitation: {
        modes: ['form', 'url'],
        elicit: (request, signal, asking) => this.#elicit(request, signal, asking),
        onDidComplete: (server, elicitationId) => {
          this.completions.complete(server, elicitationId);
          this.#surface.elicitation?.onDidComplete?.(server, elicitationId);
        },
      },
    };
  }

  async #elicit(
    request: Elicitation,
    signal: AbortSignal,
    asking: AskingRequest | undefined,
  ): Promise<ElicitationAnswer> {
    // A call may end while it is asked for another one, where the protocol does not say which one asks.
    for (;;) {
      const call = this.calls.find(request.server, asking);
      if (!call) break;
      const answer = await call.ask(request, signal);
      if (answer) return answer;
    }
    const { elicitation } = this.#surface;
    return elicitation?.modes.includes(request.mode) === true
      ? elicitation.elicit(request, signal, asking)
      : { action: 'cancel' };
  }
}
