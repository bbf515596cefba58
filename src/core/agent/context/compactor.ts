import { messageOf } from '../../../shared/base/messageOf.ts';
import type { CompactionCause } from '../../../shared/thread/compaction.ts';
import type { ContextUse } from '../../../shared/thread/contextUse.ts';
import { totalTokens } from '../../../shared/thread/contextUse.ts';
import type { ThreadEventOf } from '../../../shared/thread/threadEvent.ts';
import { reduceThread } from '../../../shared/thread/threadReducer.ts';
import type { Logger } from '../../base/logger.ts';
import { ModelError } from '../../models/modelError.ts';
import type { Settings } from '../../settings.ts';
import type { CompactionOutcome } from '../threadRunnerPort.ts';
import { recordOf } from './conversationRecord.ts';
import type { RequestBuilder } from './requestBuilder.ts';
import type { CompactedThread } from './summarizedPart.ts';
import { partToSummarize } from './summarizedPart.ts';
import { summarize } from './summarizer.ts';

export interface CompactorOptions {
  readonly requests: RequestBuilder;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Logger;
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
    const { requests, newId, now } = this.#options;
    const { emit } = thread;
    // What arrives while the summary is made is not in it.
    const at = now();
    const ended = { type: 'compactionEnded', at, compactionId: newId(), cause } as const;
    let isBegun = false;
    try {
      const part = await partToSummarize(requests, thread, cause);
      if (!part) return nothingToSummarize;
      const { reach, earlier, tokensBefore, budget } = part;
      emit({ type: 'compactionStarted', at, compactionId: ended.compactionId, cause });
      isBegun = true;
      const entries = recordOf(part.messages);
      const summary = await summarize(thread.model, { entries, earlier, ...budget }, signal);
      const result = { reach, summary, tokensBefore, tokensAfter: 0 };
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
