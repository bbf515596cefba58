import { setImmediate } from 'node:timers/promises';
import { mkdir } from 'node:fs/promises';
import { messageOf } from '../../shared/base/messageOf.ts';
import type { ThreadEvent } from '../../shared/thread/threadEvent.ts';
import { reduceThread } from '../../shared/thread/threadReducer.ts';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import { emptyThread } from '../../shared/thread/threadState.ts';
import type { Logger } from '../base/logger.ts';
import type { LogContents } from './logContents.ts';
import { readLog } from './logContents.ts';
import type { OpenThread, ReadThread } from './openThread.ts';
import { ThreadError } from './threadError.ts';
import { isMissingFile, threadFolder, threadLogFile, threadNotFound } from './threadFolder.ts';
import { isThreadLocked, ThreadLock } from './threadLock.ts';
import { ThreadLog } from './threadLog.ts';

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

/** The conversations on disk (design.md, "Storage"): one folder each, `<storage>/threads/<id>/events.jsonl`. */
export class ThreadStore {
  readonly #options: ThreadStoreOptions;

  constructor(options: ThreadStoreOptions) {
    this.#options = options;
  }

  /** A new, empty thread. Rejects with the file system's error when it cannot be stored. */
  async create(workspace?: string): Promise<OpenThread> {
    const id = this.#options.newId();
    const at = this.#options.now();
    const folder = this.#folderOf(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const release = await this.#lock(folder);
    const log = ThreadLog.create(threadLogFile(folder));
    const event: ThreadEvent = { type: 'threadCreated', at, version: 1, threadId: id, workspace };
    log.append(event);
    try {
      await log.flush();
    } catch (error) {
      await release();
      throw error;
    }
    return { state: reduceThread(emptyThread(id, at, workspace), event), log, damage: [], release };
  }

  /**
   * Opens a stored thread to go on with it. A turn that was running when the process ended is ended as `interrupted`.
   * Rejects with a `ThreadError`: `locked` when another window or command has it open and does not close it within
   * `patienceMs`, in which case nothing changes.
   */
  async open(id: string, patienceMs = 0): Promise<OpenThread> {
    const folder = this.#folderOf(id);
    return this.#readable(id, async () => {
      const release = await this.#lock(folder, patienceMs);
      try {
        const { log, contents } = await ThreadLog.open(threadLogFile(folder));
        const state = await this.#replay(id, contents);
        const { damage } = contents;
        if (!state.current) return { state, log, damage, release };
        const end = interruption(state.current.id, this.#options.now());
        log.append(end);
        return { state: reduceThread(state, end), log, damage, release };
      } catch (error) {
        await release();
        throw error;
      }
    });
  }

  /**
   * A stored thread to look at, whoever has it open; nothing is written. A turn without an end is running there, or was
   * interrupted when nobody has it open. Rejects with a `ThreadError`.
   */
  async read(id: string): Promise<ReadThread> {
    const folder = this.#folderOf(id);
    return this.#readable(id, async () => {
      const isOpen = await isThreadLocked(folder);
      const contents = await readLog(threadLogFile(folder));
      const state = await this.#replay(id, contents);
      const { damage } = contents;
      if (isOpen || !state.current) return { state, damage, isOpen };
      return { state: reduceThread(state, interruption(state.current.id, this.#options.now())), damage, isOpen };
    });
  }

  async #replay(id: string, { events, damage, unknownEvents }: LogContents): Promise<ThreadState> {
    const { logger, now } = this.#options;
    for (const { line, why } of damage) {
      logger.warn(`Conversation ${id}: line ${line} of its log cannot be read and is left out: ${why}`);
    }
    if (unknownEvents > 0) {
      logger.info(`Conversation ${id}: ${unknownEvents} events of a newer version are left out, and kept in its log.`);
    }
    // The folder's name counts: the first line may be damaged, or the folder a copy of another.
    const state = await replay(events, emptyThread(id, events[0]?.at ?? now()));
    // A summary that was being made when the process ended is made no more, and the conversation is as before it.
    return { ...state, id, compacting: undefined };
  }

  /** Resolves to what gives the lock back. Where no lock can be kept, as on a disk that is full, it is done without. */
  async #lock(folder: string, patienceMs = 0): Promise<() => Promise<void>> {
    try {
      const lock = await ThreadLock.acquire(folder, this.#options.logger, patienceMs);
      return () => lock.release();
    } catch (error) {
      if (error instanceof ThreadError || isMissingFile(error)) throw error;
      this.#options.logger.warn(`${folder} cannot be kept for this window alone: ${messageOf(error)}`);
      return () => Promise.resolve();
    }
  }

  async #readable<T>(id: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof ThreadError) throw error;
      if (isMissingFile(error)) throw threadNotFound(id);
      const why = messageOf(error);
      throw new ThreadError('unreadable', `The conversation '${id}' cannot be read: ${why}`, { cause: error });
    }
  }

  #folderOf(id: string): string {
    return threadFolder(this.#options.storage, id);
  }
}

function interruption(turnId: string, at: number): ThreadEvent {
  return { type: 'turnEnded', at, turnId, status: 'interrupted' };
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
