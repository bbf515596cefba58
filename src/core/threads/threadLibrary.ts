import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import type { Logger } from '../base/logger.ts';
import { exportJson } from './exportJson.ts';
import { exportMarkdown } from './exportMarkdown.ts';
import type { ReadThread } from './openThread.ts';
import { isMissingFile, threadFolder, threadNotFound, threadsFolder } from './threadFolder.ts';
import { ThreadIndex } from './threadIndex.ts';
import { ThreadLock } from './threadLock.ts';
import type { ThreadHit } from './threadSearch.ts';
import { searchThreads } from './threadSearch.ts';
import type { ThreadStore } from './threadStore.ts';
import type { ThreadSummary } from './threadSummary.ts';
import type { ExportFormat, ExportOptions, ThreadQuery, ThreadSearchQuery, ThreadsPort } from './threadsPort.ts';

/** A thread that somebody of this process goes on with. */
interface ThreadHere {
  readonly state: ThreadState;
  rename(title: string): void;
}

export interface ThreadLibraryOptions {
  readonly storage: string;
  readonly store: ThreadStore;
  /** The thread of this id while it is open here: what it is then counts, not what is on disk of it by now. */
  readonly openHere: (id: string) => ThreadHere | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
}

const defaultLimit = 50;
/** Begins the name of a folder that is being removed; no thread's id has a dot. */
const removedPrefix = '.removed-';

/** Looks after the stored conversations that are not being written. */
export class ThreadLibrary implements ThreadsPort {
  readonly #options: ThreadLibraryOptions;

  constructor(options: ThreadLibraryOptions) {
    this.#options = options;
  }

  async list({ workspace }: ThreadQuery = {}): Promise<readonly ThreadSummary[]> {
    const { storage, logger } = this.#options;
    const all = await new ThreadIndex(storage, logger).list();
    return workspace === undefined ? all : all.filter((thread) => (thread.workspace ?? null) === workspace);
  }

  async search(
    query: ThreadSearchQuery,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<readonly ThreadHit[]> {
    const { storage, logger } = this.#options;
    const threads = await this.list(query);
    return searchThreads({ storage, threads, text: query.text, limit: query.limit ?? defaultLimit, signal, logger });
  }

  async read(id: string): Promise<ReadThread> {
    const here = this.#options.openHere(id);
    if (here) return { state: here.state, damage: [], isOpen: true };
    return this.#options.store.read(id);
  }

  async rename(id: string, title: string): Promise<void> {
    const { store, now, openHere } = this.#options;
    const here = openHere(id);
    if (here) return here.rename(title);
    const { log, release } = await store.open(id);
    try {
      log.append({ type: 'threadRenamed', at: now(), title });
      await log.flush();
    } finally {
      await release();
    }
  }

  async delete(id: string): Promise<void> {
    const { storage, logger } = this.#options;
    const folder = threadFolder(storage, id);
    const missing = (error: unknown): never => {
      throw isMissingFile(error) ? threadNotFound(id) : error;
    };
    const lock = await ThreadLock.acquire(folder, logger).catch(missing);
    try {
      // Gone at once for everybody, whatever time the files take; the lock goes with it.
      await rename(folder, join(threadsFolder(storage), `${removedPrefix}${randomUUID()}`));
    } catch (error) {
      await lock.release();
      throw error;
    }
    await this.#removeLeftovers();
  }

  /** Removes what was deleted, also what an earlier process did not get done. */
  async #removeLeftovers(): Promise<void> {
    const { storage, logger } = this.#options;
    const folder = threadsFolder(storage);
    const leftovers = (await readdir(folder)).filter((name) => name.startsWith(removedPrefix));
    for (const name of leftovers) {
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) => {
        logger.warn(`${join(folder, name)} was deleted and cannot be removed from the disk: ${String(error)}`);
      });
    }
  }

  async export(id: string, format: ExportFormat, options: ExportOptions = {}): Promise<string> {
    const { state } = await this.read(id);
    switch (format) {
      case 'markdown':
        return exportMarkdown(state, options);
      case 'json':
        return exportJson(state, options);
    }
  }
}
