import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { CompactionCause, CompactionReach } from '../../../shared/thread/compaction.ts';
import type { ContextUse } from '../../../shared/thread/contextUse.ts';
import { totalTokens } from '../../../shared/thread/contextUse.ts';
import type { ThreadEvent, ThreadEventOf } from '../../../shared/thread/threadEvent.ts';
import { reduceThread } from '../../../shared/thread/threadReducer.ts';
import type { ThreadState, Turn } from '../../../shared/thread/threadState.ts';
import type { Logger } from '../../base/logger.ts';
import type { LanguageModel, ModelMessage } from '../../models/languageModel.ts';
import { ModelError } from '../../models/modelError.ts';
import type { Settings } from '../../settings.ts';
import type { CompactionOutcome } from '../threadRunnerPort.ts';
import { roundsOf } from '../turn/rounds.ts';
import { messagesOf } from '../turn/transcript.ts';
import { compactionBudget } from './compactionBudget.ts';
import { countingCompaction, shownTurns } from './countingCompaction.ts';
import { recordOf } from './conversationRecord.ts';
import { chooseReach } from './reachChoice.ts';
import type { RequestBuilder } from './requestBuilder.ts';
import { summarize } from './summarizer.ts';

export interface CompactorOptions {
  readonly requests: RequestBuilder;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** The conversation to shorten. */
export interface CompactedThread {
  readonly threadId: string;
  /** The thread with everything emitted so far. */
  readonly state: () => ThreadState;
  readonly emit: (event: ThreadEvent) => void;
  readonly model: LanguageModel;
}

/** Turns that are converted before other work of the process gets its turn. */
const turnsPerSlice = 100;

/** Where the new summary begins and ends, and what the model reads of that part now. */
interface Part {
  readonly reach: CompactionReach;
  readonly messages: readonly ModelMessage[];
  readonly earlier?: string | undefined;
}

/**
 * Lets a summary stand for the older part of a conversation in what the model reads. The conversation itself stays
 * whole, and a summary that fails or is stopped changes nothing. One for each thread.
 */
export class Compactor {
  readonly #options: CompactorOptions;
  /** Causes for which a summary brought too little in the turn, so that it is not tried on and on. */
  #spent: { readonly turnId: string; readonly causes: ReadonlySet<CompactionCause> } | undefined;

  constructor(options: CompactorOptions) {
    this.#options = options;
  }

  /** Whether the window is as full as the setting `context.compactAtPercent` allows. */
  isDue(use: ContextUse, { compactAtPercent }: Pick<Settings, 'compactAtPercent'>): boolean {
    if (compactAtPercent <= 0 || use.window === undefined) return false;
    return totalTokens(use) >= (use.window * compactAtPercent) / 100;
  }

  /** Never rejects. `skipped`, when nothing would be gained; unless a summary was begun, no event says so. */
  async compact(thread: CompactedThread, cause: CompactionCause, signal: AbortSignal): Promise<CompactionOutcome> {
    const turnId = thread.state().current?.id;
    if (turnId !== undefined && this.#spent?.turnId === turnId && this.#spent.causes.has(cause)) return nothingGained;
    const outcome = await this.#compact(thread, cause, signal);
    if (turnId !== undefined && cause !== 'asked' && !hasGained(outcome)) this.#spend(turnId, cause);
    return outcome;
  }

  #spend(turnId: string, cause: CompactionCause): void {
    const causes = this.#spent?.turnId === turnId ? this.#spent.causes : [];
    this.#spent = { turnId, causes: new Set([...causes, cause]) };
  }

  async #compact(thread: CompactedThread, cause: CompactionCause, signal: AbortSignal): Promise<CompactionOutcome> {
    const { newId, now } = this.#options;
    const { emit } = thread;
    // What arrives while the summary is made is not in it.
    const at = now();
    const ended = { type: 'compactionEnded', at, compactionId: newId(), cause } as const;
    let isBegun = false;
    try {
      const found = await this.#part(thread, cause);
      if (!found) return nothingToSummarize;
      const { part, tokensBefore, budget } = found;
      emit({ type: 'compactionStarted', at, compactionId: ended.compactionId, cause });
      isBegun = true;
      const entries = recordOf(part.messages);
      const summary = await summarize(thread.model, { entries, earlier: part.earlier, ...budget }, signal);
      const result = { reach: part.reach, summary, tokensBefore, tokensAfter: 0 };
      const tokensAfter = await this.#tokensAfter(thread, { ...ended, result });
      if (tokensAfter >= tokensBefore) {
        emit({ ...ended, message: nothingGained.message });
        return nothingGained;
      }
      emit({ ...ended, result: { ...result, tokensAfter } });
      return { status: 'completed', tokensBefore, tokensAfter };
    } catch (error) {
      const outcome = signal.aborted ? stopped : this.#failure(error);
      if (isBegun) emit({ ...ended, message: outcome.message });
      return outcome;
    }
  }

  /** What is to be summarized; undefined when it is too little. */
  async #part(thread: CompactedThread, cause: CompactionCause) {
    const { requests } = this.#options;
    const { threadId, model } = thread;
    const state = thread.state();
    const turns = shownTurns(state);
    const counting = countingCompaction(state);
    const segments = await requests.segments(model, { threadId, state });
    const tokensBefore = requests.tokensOf(segments, model);
    const budget = compactionBudget(tokensBefore, model, cause);
    const from = { turnIndex: counting?.turnIndex ?? 0, rounds: counting?.compaction.reach.rounds ?? 0 };
    const tokensOf = async (index: number, skippedRounds: number): Promise<number> => {
      const turn = turns[index];
      if (!turn) return 0;
      return requests.tokensOf([await requests.segment(model, threadId, turn, { skippedRounds, isOld: false })], model);
    };
    // A model that refuses the whole may refuse for what the last calls gave.
    const keptRounds = cause === 'overflow' ? 0 : 1;
    const reach = await chooseReach({ turns, from, tokensOf, keep: budget.keep, keptRounds });
    if (!reach) return undefined;
    const messages = [...messagesOf(counting ? segments.slice(0, 1) : []).slice(1)];
    for (const [index, turn] of turns.entries()) {
      if (index < from.turnIndex) continue;
      if (index % turnsPerSlice === turnsPerSlice - 1) await setImmediate();
      const skippedRounds = index === from.turnIndex ? from.rounds : 0;
      messages.push(...(await this.#covered(thread, turn, skippedRounds, reach)));
      if (turn.id === reach.turnId) break;
    }
    const tokens = requests.tokensOf([{ material: [], conversation: messages }], model);
    if (tokens < budget.leastGain) return undefined;
    const part: Part = { reach, messages, earlier: counting?.compaction.summary };
    return { part, tokensBefore, budget };
  }

  /** What a summary of that reach stands for, of one turn. What the person asked in the turn it reaches to stays. */
  async #covered(
    { model, threadId }: CompactedThread,
    turn: Turn,
    skippedRounds: number,
    reach: CompactionReach,
  ): Promise<readonly ModelMessage[]> {
    const isLast = turn.id === reach.turnId;
    if (isLast && reach.rounds === 0) return [];
    const endRound = isLast ? reach.rounds : roundsOf(turn).length;
    const withoutImages = { id: model.id, takesImages: false };
    const segment = await this.#options.requests.segment(withoutImages, threadId, turn, {
      skippedRounds,
      endRound,
      isOld: true,
    });
    return isLast ? segment.conversation : messagesOf([segment]);
  }

  async #tokensAfter({ threadId, state, model }: CompactedThread, ended: ThreadEventOf<'compactionEnded'>) {
    const { requests } = this.#options;
    const segments = await requests.segments(model, { threadId, state: reduceThread(state(), ended) });
    return requests.tokensOf(segments, model);
  }

  #failure(error: unknown): CompactionOutcome & { readonly status: 'failed' } {
    if (!(error instanceof ModelError)) this.#options.logger.error('A conversation could not be summarized', error);
    const message = `The conversation could not be summarized, and is as before: ${messageOf(error)}`;
    return { status: 'failed', message };
  }
}

/** Whether it shortened the conversation by more than a little. */
function hasGained(outcome: CompactionOutcome): boolean {
  return outcome.status === 'completed' && outcome.tokensAfter < outcome.tokensBefore * 0.8;
}

const nothingToSummarize = {
  status: 'skipped',
  message: 'There is too little before your latest message to be summarized.',
} as const;

const nothingGained = {
  status: 'skipped',
  message: 'A summary would hardly be shorter than what it stands for, so the conversation stays as it is.',
} as const;

const stopped = { status: 'cancelled', message: 'The summary was stopped. The conversation is as before.' } as const;
