import type {
  AskingRequest,
  Elicitation,
  ElicitationAnswer,
  HostHandlers,
  SamplingAnswer,
  SamplingRequest,
} from '../../mcp/host/hostHandlers.ts';
import { HostRefusal } from '../../mcp/host/hostRefusal.ts';
import type { Sampler } from '../sampling/sampler.ts';
import { CallsInFlight } from './callsInFlight.ts';
import { Completions } from './completions.ts';
import { workspaceRoots } from './workspaceRoots.ts';

export interface HostQuestionsOptions {
  /** What the surface serves by itself, where no call of a thread is behind a question. */
  readonly surface?: HostHandlers | undefined;
  /** Missing where nobody could allow that the model is asked: then it is not declared. */
  readonly sampler?: Pick<Sampler, 'sample'> | undefined;
  /** Absolute path. */
  readonly workspaceFolder?: string | undefined;
}

/**
 * What servers ask of the host, routed to the thread whose call is under way (docs/adr/0026-routing-of-questions.md).
 * Several questions wait beside each other, in one thread or in many: each has its own request, and none holds up the
 * connection. What no call of a thread is behind goes to the surface, where that has a way to ask; else it is cancelled.
 */
export class HostQuestions {
  readonly calls = new CallsInFlight();
  readonly completions = new Completions();
  readonly #options: HostQuestionsOptions;

  constructor(options: HostQuestionsOptions) {
    this.#options = options;
  }

  /** For the hub. Elicitation is declared where nobody sits, too: to cancel is an answer. */
  get handlers(): HostHandlers {
    const { surface = {}, sampler, workspaceFolder } = this.#options;
    const roots = surface.roots ?? (workspaceFolder === undefined ? undefined : workspaceRoots(workspaceFolder));
    return {
      elicitation: {
        modes: ['form', 'url'],
        elicit: (request, signal, asking) => this.#elicit(request, signal, asking),
        onDidComplete: (server, elicitationId) => {
          this.completions.complete(server, elicitationId);
          surface.elicitation?.onDidComplete?.(server, elicitationId);
        },
      },
      ...((sampler ?? surface.sampling) && {
        sampling: { sample: (request, signal, asking) => this.#sample(request, signal, asking) },
      }),
      ...(roots && { roots }),
    };
  }

  async #elicit(
    request: Elicitation,
    signal: AbortSignal,
    asking: AskingRequest | undefined,
  ): Promise<ElicitationAnswer> {
    const answer = await this.#askInThread(request, signal, asking);
    if (answer) return answer;
    const elicitation = this.#options.surface?.elicitation;
    return elicitation?.modes.includes(request.mode) === true
      ? elicitation.elicit(request, signal, asking)
      : { action: 'cancel' };
  }

  async #sample(
    request: SamplingRequest,
    signal: AbortSignal,
    asking: AskingRequest | undefined,
  ): Promise<SamplingAnswer> {
    const { surface, sampler } = this.#options;
    const call = this.calls.find(request.server, asking);
    if (!call && surface?.sampling) return surface.sampling.sample(request, signal, asking);
    if (!sampler) throw new HostRefusal('declined', 'Nobody can allow it here.');
    const consent = async (message: string): Promise<boolean> => {
      const form = { mode: 'form', server: request.server, message, requestedSchema: consentSchema } as const;
      return (await this.#askInThread(form, signal, asking, 'sampling'))?.action === 'accept';
    };
    return sampler.sample(request, signal, { call, consent });
  }

  /** Undefined when no thread has a call under way that may be behind it. */
  async #askInThread(
    request: Elicitation,
    signal: AbortSignal,
    asking: AskingRequest | undefined,
    about?: 'sampling',
  ): Promise<ElicitationAnswer | undefined> {
    // A call may end while it is asked for another one, where the protocol does not say which one asks.
    for (;;) {
      const call = this.calls.find(request.server, asking);
      const answer = await call?.ask(request, signal, about);
      if (!call || answer) return answer;
    }
  }
}

/** There is nothing to fill in: the person agrees or does not. */
const consentSchema = { type: 'object', properties: {} };
