import type { ElicitationAction, ElicitationDecider, Question } from '../../../shared/thread/elicitation.ts';
import { compileForm } from '../../mcp/host/formSchema.ts';
import type { Elicitation, ElicitationAnswer, UrlElicitation } from '../../mcp/host/hostHandlers.ts';
import type { ToolCallContext } from '../tools/toolCallContext.ts';
import type { ElicitationGate } from './elicitationGate.ts';

export interface ElicitorOptions {
  readonly gate: ElicitationGate;
  /** Whether a person can answer here. Where none can, everything is cancelled at once. */
  readonly canAsk: boolean;
  readonly newId: () => string;
}

/** The call because of which somebody is asked. */
export interface AskingCall extends Pick<ToolCallContext, 'turnId' | 'emit' | 'now'> {
  /** Absent where no call of the model is behind the request. */
  readonly toolCallId?: string | undefined;
  /** Aborts when the call has its result, or is stopped. */
  readonly over: AbortSignal;
}

/** What ends a visit besides the person. */
export interface VisitSignals {
  /** Aborts when the server says that it is done. */
  readonly done: AbortSignal;
  /** Aborts when the server is lost. */
  readonly lost: AbortSignal;
}

/** An elicitation that was shown. */
interface Asked {
  readonly id: string;
  readonly call: AskingCall;
}

/**
 * Asks the person at one thread what a server wants to know, and tells the thread of it. What is filled in goes to the
 * server and nowhere else: no event carries it.
 */
export class Elicitor {
  readonly #options: ElicitorOptions;

  constructor(options: ElicitorOptions) {
    this.#options = options;
  }

  /**
   * Asks once. `signal` aborts when the server no longer wants to know. Undefined when the call is over before there
   * is an answer. Rejects only for a form whose schema cannot be filled in.
   */
  async ask(
    elicitation: Elicitation,
    call: AskingCall,
    signal: AbortSignal,
    about?: 'sampling',
  ): Promise<ElicitationAnswer | undefined> {
    const check = elicitation.mode === 'form' ? await compileForm(elicitation.requestedSchema) : undefined;
    if (call.over.aborted) return undefined;
    const id = this.#options.newId();
    // Waiting begins before it is announced: whoever hears of it can answer at once.
    const replied = this.#options.canAsk
      ? this.#options.gate.ask(id, AbortSignal.any([signal, call.over]), check)
      : undefined;
    this.#announce(id, elicitation, call, about);
    const reply = await replied;
    const by = reply ? 'person' : signal.aborted ? 'server' : 'default';
    const action = reply?.action ?? 'cancel';
    resolve({ id, call }, action, by);
    if (replied && by === 'default') return undefined;
    return action === 'accept' ? { action, content: reply?.content } : { action };
  }

  /**
   * Sends the person to an address, and waits there for them, or for the server, to say that it is done: `accept`.
   * When the call is over before, or the server is lost, that is a `cancel`.
   */
  async visit(elicitation: UrlElicitation, call: AskingCall, { done, lost }: VisitSignals): Promise<ElicitationAction> {
    const asked = { id: this.#options.newId(), call };
    const signal = AbortSignal.any([done, lost, call.over]);
    const consented = this.#options.canAsk ? this.#options.gate.ask(asked.id, signal) : undefined;
    this.#announce(asked.id, elicitation, call);
    let reply = await consented;
    if (reply?.action === 'accept') {
      const returned = this.#options.gate.ask(asked.id, signal);
      call.emit({ type: 'elicitationVisited', at: call.now(), turnId: call.turnId, elicitationId: asked.id });
      reply = await returned;
    }
    if (reply) return resolve(asked, reply.action, 'person');
    if (done.aborted) return resolve(asked, 'accept', 'server');
    return resolve(asked, 'cancel', lost.aborted ? 'server' : 'default');
  }

  #announce(elicitationId: string, elicitation: Elicitation, call: AskingCall, about?: 'sampling'): void {
    const { emit, now, turnId, toolCallId } = call;
    const { server } = elicitation;
    const question = questionOf(elicitation);
    const event = {
      type: 'elicitationRequested',
      at: now(),
      turnId,
      toolCallId,
      elicitationId,
      server,
      question,
    } as const;
    emit({ ...event, ...(about && { about }) });
  }
}

function resolve({ id, call }: Asked, action: ElicitationAction, by: ElicitationDecider): ElicitationAction {
  const { emit, now, turnId } = call;
  emit({ type: 'elicitationResolved', at: now(), turnId, elicitationId: id, action, by });
  return action;
}

function questionOf(elicitation: Elicitation): Question {
  const { message } = elicitation;
  return elicitation.mode === 'form'
    ? { mode: 'form', message, requestedSchema: elicitation.requestedSchema }
    : { mode: 'url', message, url: elicitation.url };
}
