import type { ThreadEventOf } from '../../shared/thread/threadEvent.ts';
import { AbortError } from '../base/abortable.ts';
import type { Logger } from '../base/logger.ts';
import { scanLog } from './logScan.ts';
import type { Snippet } from './textMatch.ts';
import { matchText, searchTerms } from './textMatch.ts';
import { ThreadError } from './threadError.ts';
import { threadFolder, threadLogFile } from './threadFolder.ts';
import type { ThreadSummary } from './threadSummary.ts';

/** A conversation that has all the words, and the place of it that has most of them. */
export interface ThreadHit {
  readonly thread: ThreadSummary;
  readonly where: 'title' | 'message' | 'answer';
  /** The turn of the place; missing for a title. */
  readonly turnId?: string | undefined;
  readonly snippet: Snippet;
}

export interface ThreadSearchOptions {
  readonly storage: string;
  /** Looked through in this order. */
  readonly threads: readonly ThreadSummary[];
  readonly text: string;
  /** Hits at which the search ends. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/**
 * Looks for words in titles, messages and answers. One log is read after another, piece by piece, and no more of it is in
 * memory than one answer. A log that cannot be read has no hits. Rejects with an `AbortError` when the signal aborts.
 */
export async function searchThreads(options: ThreadSearchOptions): Promise<readonly ThreadHit[]> {
  const { storage, threads, text, limit, signal, logger } = options;
  const terms = searchTerms(text);
  const hits: ThreadHit[] = [];
  if (terms.length === 0) return hits;
  for (const thread of threads) {
    if (hits.length >= limit) break;
    throwIfAborted(signal);
    try {
      const search = new SearchedThread(thread, terms);
      const hit = await search.run(threadLogFile(threadFolder(storage, thread.id)), signal);
      if (hit) hits.push(hit);
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof ThreadError))
        logger.warn(`Conversation ${thread.id} cannot be searched: ${String(error)}`);
    }
  }
  return hits;
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AbortError();
}

const searchedTypes = ['turnStarted', 'textDelta', 'roundEnded', 'turnEnded'] as const;

/** The search through one thread: which words it had so far, and where most of them stood together. */
class SearchedThread {
  readonly #thread: ThreadSummary;
  readonly #terms: readonly string[];
  readonly #found = new Set<string>();
  #best: { readonly words: number; readonly hit: ThreadHit } | undefined;
  /** What was answered in the present round, in pieces, and its turn. */
  #answer: string[] = [];
  #answerTurnId: string | undefined;

  constructor(thread: ThreadSummary, terms: readonly string[]) {
    this.#thread = thread;
    this.#terms = terms;
  }

  async run(file: string, signal: AbortSignal): Promise<ThreadHit | undefined> {
    await this.#look(this.#thread.title, { where: 'title' });
    for await (const { events } of scanLog(file, searchedTypes, signal)) {
      for (const event of events) await this.#read(event);
      if (this.#isComplete) break;
    }
    // The round that has not ended.
    await this.#lookAtAnswer();
    return this.#isComplete ? this.#best?.hit : undefined;
  }

  get #isComplete(): boolean {
    return this.#found.size === this.#terms.length;
  }

  async #read(event: ThreadEventOf<(typeof searchedTypes)[number]>): Promise<void> {
    const { turnId } = event;
    if (event.type === 'textDelta') {
      this.#answer.push(event.delta);
      this.#answerTurnId = turnId;
      return;
    }
    await this.#lookAtAnswer();
    if (event.type === 'turnStarted') await this.#look(event.text, { where: 'message', turnId });
  }

  async #lookAtAnswer(): Promise<void> {
    const answer = this.#answer.join('');
    this.#answer = [];
    await this.#look(answer, { where: 'answer', turnId: this.#answerTurnId });
  }

  async #look(text: string, place: Pick<ThreadHit, 'where' | 'turnId'>): Promise<void> {
    const match = text === '' ? undefined : await matchText(text, this.#terms);
    if (!match) return;
    for (const term of match.found) this.#found.add(term);
    const words = match.found.length;
    if (words <= (this.#best?.words ?? 0)) return;
    this.#best = { words, hit: { thread: this.#thread, ...place, snippet: match.snippet } };
  }
}
