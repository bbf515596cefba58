import type { ReadThread } from './openThread.ts';
import type { ThreadHit } from './threadSearch.ts';
import type { ThreadSummary } from './threadSummary.ts';

/** Which conversations. */
export interface ThreadQuery {
  /** Those of one workspace folder, by its absolute path; null for those without one. Absent: all. */
  readonly workspace?: string | null | undefined;
}

export interface ThreadSearchQuery extends ThreadQuery {
  /** Words, all of which a conversation must have; what stands between double quotes is one. */
  readonly text: string;
  /** Most hits to give; 50 when left out. */
  readonly limit?: number | undefined;
}

export type ExportFormat = 'markdown' | 'json';

export interface ExportOptions {
  /** Leaves out what the model thought. */
  readonly omitsReasoning?: boolean | undefined;
}

/** The stored conversations, for whoever lists, reads, finds, renames, deletes or exports them. */
export interface ThreadsPort {
  /** Those in which something was asked, the last used first. Rejects when the storage cannot be read. */
  list(query?: ThreadQuery): Promise<readonly ThreadSummary[]>;
  /**
   * Finds words in titles, messages and answers, whatever their case and accents; one hit a conversation, the last used
   * first. Rejects with an `AbortError` when the signal aborts.
   */
  search(query: ThreadSearchQuery, signal?: AbortSignal): Promise<readonly ThreadHit[]>;
  /** A conversation to look at, also while another window goes on with it. Rejects with a `ThreadError`. */
  read(id: string): Promise<ReadThread>;
  /** Rejects with a `ThreadError`: `locked` while another window or command has it open. */
  rename(id: string, title: string): Promise<void>;
  /**
   * Removes a conversation with everything stored for it. Rejects with a `ThreadError`: `locked` while it is open
   * anywhere, here too: whoever shows it closes it first.
   */
  delete(id: string): Promise<void>;
  /** The branch that is shown, as text. Stored content is named by its id. Rejects with a `ThreadError`. */
  export(id: string, format: ExportFormat, options?: ExportOptions): Promise<string>;
}
