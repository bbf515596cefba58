import type { Schedule } from '../../../shared/rpc/port.ts';
import type { CompactionCause } from '../../../shared/thread/compaction.ts';
import type { ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import type { ThreadState } from '../../../shared/thread/threadState.ts';
import { AbortError } from '../../base/abortable.ts';
import type { LanguageModel, ModelRequest } from '../../models/languageModel.ts';
import { ModelError } from '../../models/modelError.ts';
import type { Settings } from '../../settings.ts';
import type { Compactor } from '../context/compactor.ts';
import type { RequestBuilder } from '../context/requestBuilder.ts';
import type { ToolDispatcher } from '../tools/toolDispatcher.ts';
import { runCalls } from './callOrder.ts';
import type { RoundCall } from './modelRound.ts';
import { streamModelRound } from './modelRound.ts';
import { withRetries } from './modelRetry.ts';

export interface TurnLoopOptions {
  readonly dispatcher: ToolDispatcher;
  readonly requests: RequestBuilder;
  readonly compactor: Compactor;
  readonly settings: () => Settings;
  readonly schedule: Schedule;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly newId: () => string;
}

/** The turn that a loop drives. */
export interface LoopTurn {
  readonly threadId: string;
  readonly turnId: string;
  readonly signal: AbortSignal;
  readonly emit: (event: ThreadEvent) => void;
  /** Resolves when everything emitted so far is on disk, or cannot be written at the moment. Never rejects. */
  readonly save: () => Promise<void>;
  /** The thread with everything emitted so far. */
  readonly state: () => ThreadState;
}

/** Alternates model rounds and tool calls until the model stops. It knows messages and tools, not servers. */
export class TurnLoop {
  readonly #options: TurnLoopOptions;
  /** Models of which the person was told that they write their calls as text. */
  readonly #toldOfTools = new Set<string>();

  constructor(options: TurnLoopOptions) {
    this.#options = options;
  }

  /** Throws a `ModelError` when a round fails, an `AbortError` when the turn is stopped; the calls then stay open. */
  async run(model: LanguageModel, turn: LoopTurn): Promise<'completed' | 'maxRounds'> {
    for (let round = 1; ; round += 1) {
      const calls = await this.#round(model, turn);
      if (calls.length === 0) return 'completed';
      await runCalls(calls, (call) => this.#call(call, turn));
      // What a call gave is on disk before the model goes on from it.
      await turn.save();
      if (turn.signal.aborted) throw new AbortError();
      if (round >= this.#options.settings().maxRounds) return 'maxRounds';
    }
  }

  /** One answer of the model. When the conversation is too long for it, the older part is summarized first. */
  async #round(model: LanguageModel, turn: LoopTurn): Promise<readonly RoundCall[]> {
    const { compactor, settings } = this.#options;
    let { request, use } = await this.#request(model, turn);
    if (compactor.isDue(use, settings()) && (await this.#compact('percent', model, turn))) {
      ({ request, use } = await this.#request(model, turn));
    }
    try {
      return await this.#ask(model, request, turn);
    } catch (error) {
      const isTooLong = error instanceof ModelError && error.code === 'context_overflow';
      if (!isTooLong || !(await this.#compact('overflow', model, turn))) throw error;
      return this.#ask(model, (await this.#request(model, turn)).request, turn);
    }
  }

  /** What the model is asked now, as the servers and the conversation are at this moment. */
  async #request(model: LanguageModel, turn: LoopTurn) {
    const { dispatcher, requests, now } = this.#options;
    const { threadId, turnId, emit } = turn;
    const tools = await dispatcher.tools(model);
    if (!model.takesTools && tools.length > 0) this.#warnOfTools(model, turn);
    const { request, use, warnings } = await requests.build(model, tools, { threadId, state: turn.state() });
    for (const warning of warnings) emit({ type: 'warning', at: now(), turnId, warning });
    emit({ type: 'contextMeasured', at: now(), turnId, use });
    return { request, use };
  }

  /** Sends the request, again where a failure passes by itself. */
  #ask(model: LanguageModel, request: ModelRequest, turn: LoopTurn): Promise<readonly RoundCall[]> {
    const { dispatcher, schedule, now, random, newId } = this.#options;
    const { turnId, signal } = turn;
    let hasAnswered = false;
    const emit = (event: ThreadEvent): void => {
      hasAnswered = true;
      turn.emit(event);
    };
    const target = dispatcher.target.bind(dispatcher);
    const send = (): Promise<readonly RoundCall[]> =>
      streamModelRound(model, request, { turnId, signal, emit, now, newId, target });
    const context = { turnId, signal, emit: turn.emit, schedule, now, random };
    return withRetries({ send, hasAnswered: () => hasAnswered }, context);
  }

  /** Whether the conversation became shorter. */
  async #compact(cause: CompactionCause, model: LanguageModel, turn: LoopTurn): Promise<boolean> {
    const { threadId, state, emit, signal } = turn;
    const outcome = await this.#options.compactor.compact({ threadId, state, emit, model }, cause, signal);
    if (signal.aborted) throw new AbortError();
    return outcome.status === 'completed';
  }

  /** Once for each model: somebody who goes on with it knows. */
  #warnOfTools({ id, label }: LanguageModel, { turnId, emit }: LoopTurn): void {
    if (this.#toldOfTools.has(id)) return;
    this.#toldOfTools.add(id);
    const message =
      `The model "${label}" is set up as one that takes no tools, so it is told of them in words and writes its calls ` +
      'as text, which small models get wrong at times. If it does take tools, set "tools" to true in its entry of ' +
      '`patchbay.providers`.';
    emit({ type: 'warning', at: this.#options.now(), turnId, warning: { code: 'tools_as_text', message } });
  }

  async #call({ toolCallId, ...call }: RoundCall, { threadId, turnId, signal, emit, save }: LoopTurn): Promise<void> {
    const { dispatcher, now } = this.#options;
    const outcome = await dispatcher.run(call, { threadId, turnId, toolCallId, signal, emit, save, now });
    const { blocks, ...end } = outcome;
    emit({ type: 'toolCallEnded', at: now(), turnId, toolCallId, ...end, blocks: [...blocks] });
  }
}
