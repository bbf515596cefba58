import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { messageOf } from '../../shared/base/messageOf.ts';
import type { Logger } from '../base/logger.ts';
import { isMissingFile, threadFolder, threadIds, threadLogFile, threadsFolder } from './threadFolder.ts';
import { isThreadLocked } from './threadLock.ts';
import type { SummaryRecord, ThreadSummary } from './threadSummary.ts';
import { summarizeLog, summaryRecordSchema, unreadableRecord } from './threadSummary.ts';

/** A summary and the log it was made of: it holds while the log has this size and time. */
const entrySchema = z.object({
  size: z.number(),
  mtimeMs: z.number(),
  /** Missing for a thread in which nothing was asked. */
  summary: z.optional(summaryRecordSchema),
});
type Entry = z.infer<typeof entrySchema>;

/** Size of an entry that is made anew each time. */
const notKept = -1;

/** Each entry is judged alone. */
const indexSchema = z.object({ version: z.literal(1), threads: z.record(z.string(), z.unknown()) });

/** Logs looked at, or read, at the same time. */
const parallel = 16;

/**
 * The list of conversations. `<storage>/threads/index.json` is a cache of it and nothing else: every entry is compared
 * with its log, what does not fit is made anew, and without the file everything is. So it needs no lock: of two windows
 * that write it, either writes what is right.
 */
export class ThreadIndex {
  readonly #storage: string;
  readonly #logger: Logger;

  constructor(storage: string, logger: Logger) {
    this.#storage = storage;
    this.#logger = logger;
  }

  /**
   * All threads in which something was asked, the last used first. One that cannot be read is listed with its problem.
   * Rejects with the file system's error when the folder cannot be read.
   */
  async list(): Promise<readonly ThreadSummary[]> {
    const ids = await threadIds(this.#storage);
    const kept = await this.#read();
    const entries = new Map<string, Entry>();
    const summaries: ThreadSummary[] = [];
    await forEachParallel(ids, async (id) => {
      const entry = await this.#entry(id, kept.get(id));
      if (!entry) return;
      if (entry.size !== notKept) entries.set(id, entry);
      if (entry.summary) summaries.push(await this.#toSummary(id, entry.summary));
    });
    const isFresh = entries.size === kept.size && [...entries].every(([id, entry]) => kept.get(id) === entry);
    if (!isFresh) await this.#write(entries);
    return summaries.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  }

  /** The present entry of a thread; the very one that was kept when it still holds. Undefined where there is no log. */
  async #entry(id: string, kept: Entry | undefined): Promise<Entry | undefined> {
    const file = threadLogFile(threadFolder(this.#storage, id));
    let modifiedAt = 0;
    try {
      const { size, mtimeMs } = await stat(file);
      modifiedAt = mtimeMs;
      if (kept?.size === size && kept.mtimeMs === mtimeMs) return kept;
      return { size, mtimeMs, summary: await summarizeLog(file, mtimeMs) };
    } catch (error) {
      // A folder without a log is no thread; another window may have removed it a moment ago.
      if (isMissingFile(error)) return undefined;
      this.#logger.error(`Conversation ${id} cannot be read`, error);
      return { size: notKept, mtimeMs: modifiedAt, summary: unreadableRecord(modifiedAt) };
    }
  }

  async #toSummary(id: string, { lastTurn, ...summary }: SummaryRecord): Promise<ThreadSummary> {
    // A turn without an end runs in the window that has the thread open; where none has, its process has ended.
    const isInterrupted =
      lastTurn === 'interrupted' ||
      (lastTurn === 'open' && !(await isThreadLocked(threadFolder(this.#storage, id)).catch(() => false)));
    return { id, ...summary, isInterrupted };
  }

  async #read(): Promise<ReadonlyMap<string, Entry>> {
    try {
      const { threads } = indexSchema.parse(JSON.parse(await readFile(this.#file, 'utf8')));
      const parsed = Object.entries(threads).map(([id, entry]) => [id, entrySchema.safeParse(entry).data] as const);
      return new Map(parsed.filter((pair): pair is [string, Entry] => pair[1] !== undefined));
    } catch (error) {
      if (!isMissingFile(error)) this.#logger.info(`${this.#file} is made anew: ${messageOf(error)}`);
      return new Map();
    }
  }

  async #write(entries: ReadonlyMap<string, Entry>): Promise<void> {
    try {
      const { default: writeFileAtomic } = await import('write-file-atomic');
      const index = { version: 1, threads: Object.fromEntries(entries) };
      await writeFileAtomic(this.#file, JSON.stringify(index), { mode: 0o600, fsync: false });
    } catch (error) {
      this.#logger.warn(`${this.#file} cannot be written, so conversations are read again: ${messageOf(error)}`);
    }
  }

  get #file(): string {
    return join(threadsFolder(this.#storage), 'index.json');
  }
}

/** Works on all items, some at the same time. Rejects as the first work that does. */
async function forEachParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
