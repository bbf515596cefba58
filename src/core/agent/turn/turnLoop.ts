import type { ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import type { ThreadState } from '../../../shared/thread/threadState.ts';
import { AbortError } from '../../base/abortable.ts';
import type { LanguageModel } from '../../models/languageModel.ts';
import type { Settings } from '../../settings.ts';
import type { RequestBuilder } from '../context/requestBuilder.ts';
import type { ToolDispatcher } from '../tools/toolDispatcher.ts';
import type { RoundCall } from './modelRound.ts';
import { streamModelRound } from './modelRound.ts';

export interface TurnLoopOptions {
  readonly dispatcher: ToolDispatcher;
  readonly requests: RequestBuilder;
  readonly settings: () => Settings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** The turn that a loop drives. */
export interface LoopTurn {
  readonly threadId: string;
  readonly turnId: string;
  readonly signal: AbortSignal;
  readonly emit: (event: ThreadEvent) => void;
  /** The thread with everything emitted so far. */
  readonly state: () => ThreadState;
}

/** Alternates model rounds and tool calls until the model stops. It knows messages and tools, not servers. */
export class TurnLoop {
  readonly #options: TurnLoopOptions;
  /** Models of which the person was told that they take no tools. */
  readonly #toldOfTools = new Set<string>();

  constructor(options: TurnLoopOptions) {
    this.#options = options;
  }

  /** Throws a `ModelError` when a round fails, an `AbortError` when the turn is stopped; the calls then stay open. */
  async run(model: LanguageModel, turn: LoopTurn): Promise<'completed' | 'maxRounds'> {
    for (let round = 1; ; round += 1) {
      const calls = await this.#round(model, turn);
      if (calls.length === 0) return 'completed';
      // One after the other: each is asked on its own, and a denial leaves the others going on.
      for (const call of calls) await this.#call(call, turn);
      if (turn.signal.aborted) throw new AbortError();
      if (round >= this.#options.settings().maxRounds) return 'maxRounds';
    }
  }

  async #round(model: LanguageModel, turn: LoopTurn): Promise<readonly RoundCall[]> {
    const { dispatcher, requests, now, newId } = this.#options;
    const { threadId, turnId, signal, emit } = turn;
    const tools = await dispatcher.tools(threadId, model.schemaDialect);
    if (!model.takesTools && tools.length > 0) this.#warnOfTools(model, tools.length, turn);
    const offered = model.takesTools ? tools : [];
    const { request, use, warnings } = await requests.build(model, offered, { threadId, state: turn.state() });
    for (const warning of warnings) emit({ type: 'warning', at: now(), turnId, warning });
    emit({ type: 'contextMeasured', at: now(), turnId, use });
    return streamModelRound(model, request, {
      turnId,
      signal,
      emit,
      now,
      newId,
      target: (name, input) => dispatcher.target(name, input),
    });
  }

  /** Once for each model: somebody who goes on with it knows. */
  #warnOfTools({ id, label }: LanguageModel, count: number, { turnId, emit }: LoopTurn): void {
    if (this.#toldOfTools.has(id)) return;
    this.#toldOfTools.add(id);
    const offer = count === 1 ? 'one tool is' : `${count} tools are`;
    const message =
      `The model "${label}" is set up as one that takes no tools, so ${offer} not offered to it. Choose another ` +
      'model, or attach resources and run prompts yourself. If it does take them, set "tools" to true in its entry ' +
      'of `patchbay.providers`.';
    emit({ type: 'warning', at: this.#options.now(), turnId, warning: { code: 'tools_not_offered', message } });
  }

  async #call({ toolCallId, ...call }: RoundCall, { threadId, turnId, signal, emit }: LoopTurn): Promise<void> {
    const { dispatcher, now } = this.#options;
    const outcome = await dispatcher.run(call, { threadId, turnId, toolCallId, signal, emit, now });
    const { blocks, ...end } = outcome;
    emit({ type: 'toolCallEnded', at: now(), turnId, toolCallId, ...end, blocks: [...blocks] });
  }
}
