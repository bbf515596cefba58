import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../shared/base/messageOf.ts';
import type { ThreadEvent } from '../../shared/thread/threadEvent.ts';
import { reduceThread } from '../../shared/thread/threadReducer.ts';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import { emptyThread } from '../../shared/thread/threadState.ts';
import type { Logger } from '../base/logger.ts';
import type { OpenThread } from './openThread.ts';
import { ThreadError } from './threadError.ts';
import { ThreadLog } from './threadLog.ts';
import type { ThreadSummary } from './threadSummary.ts';
import { summarizeThread } from './threadSummary.ts';

export interface ThreadStoreOptions {
  /** Folder of all threads and artifacts; each thread has its own below `threads/`. */
  readonly storage: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** Events reduced before other work of the process gets its turn. */
const eventsPerSlice = 1_000;
/** What a thread's id may be: it is the name of a folder and may come from a command line. */
const threadIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The conversations on disk (design.md, "Storage"): one folder each, `<storage>/threads/<id>/events.jsonl`. */
export class ThreadStore {
  readonly #options: ThreadStoreOptions;
  readonly #folder: string;

  constructor(options: ThreadStoreOptions) {
    this.#options = options;
    this.#folder = join(options.storage, 'threads');
  }

  /** A new, empty thread. Rejects with the file system's error when it cannot be stored. */
  async create(workspace?: string): Promise<OpenThread> {
    const id = this.#options.newId();
    const at = this.#options.now();
    const log = ThreadLog.create(this.#fileOf(id));
    const event: ThreadEvent = { type: 'threadCreated', at, version: 1, threadId: id, workspace };
    log.append(event);
    await log.flush();
    return { state: reduceThread(emptyThread(id, at, workspace), event), log, damage: [] };
  }

  /**
   * Opens a stored thread. A turn that was running when the process ended is ended as `interrupted`. Rejects with a
   * `ThreadError`.
   */
  async open(id: string): Promise<OpenThread> {
    const { log, contents } = await this.#read(id);
    const { events, damage } = contents;
    for (const { line, why } of damage) {
      this.#options.logger.warn(`Conversation ${id}: line ${line} of its log cannot be read and is left out: ${why}`);
    }
    // The folder's name counts: the first line may be damaged, or the folder a copy of another.
    const read = await replay(events, emptyThread(id, events[0]?.at ?? this.#options.now()));
    const state = { ...read, id };
    if (!state.current) return { state, log, damage };
    const end: ThreadEvent = {
      type: 'turnEnded',
      at: this.#options.now(),
      turnId: state.current.id,
      status: 'interrupted',
    };
    log.append(end);
    return { state: reduceThread(state, end), log, damage };
  }

  /** All threads with at least one turn, the last used first. A thread that cannot be read is left out and logged. */
  async list(): Promise<readonly ThreadSummary[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const ids = names.filter((name) => threadIdPattern.test(name));
    const summaries = await Promise.all(ids.map((id) => this.#summarize(id)));
    return summaries.filter((summary) => summary !== undefined).sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async #read(id: string): ReturnType<typeof ThreadLog.open> {
    if (!threadIdPattern.test(id)) throw this.#notFound(id);
    try {
      return await ThreadLog.open(this.#fileOf(id));
    } catch (error) {
      if (error instanceof ThreadError) throw error;
      if (isMissing(error)) throw this.#notFound(id);
      const why = messageOf(error);
      throw new ThreadError('unreadable', `The conversation '${id}' cannot be read: ${why}`, { cause: error });
    }
  }

  async #summarize(id: string): Promise<ThreadSummary | undefined> {
    try {
      const file = this.#fileOf(id);
      const { mtimeMs } = await stat(file);
      return await summarizeThread(id, file, mtimeMs);
    } catch (error) {
      // A folder without a log is no thread; another window may have removed it a moment ago.
      if (!isMissing(error)) this.#options.logger.error(`Conversation ${id} cannot be listed`, error);
      return undefined;
    }
  }

  #notFound(id: string): ThreadError {
    return new ThreadError('not_found', `There is no conversation '${id}'. It may have been deleted.`);
  }

  #fileOf(id: string): string {
    return join(this.#folder, id, 'events.jsonl');
  }
}

/** Reduces in slices, so that a long conversation does not hold up the rest of the process. */
async function replay(events: readonly ThreadEvent[], empty: ThreadState): Promise<ThreadState> {
  let state = empty;
  for (let start = 0; start < events.length; start += eventsPerSlice) {
    if (start > 0) await setImmediate();
    state = events.slice(start, start + eventsPerSlice).reduce(reduceThread, state);
  }
  return state;
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}
