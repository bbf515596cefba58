import { readFile, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { messageOf } from '../../shared/base/messageOf.ts';
import { whileLocked } from '../base/lockedFile.ts';
import type { Logger } from '../base/logger.ts';
import { processSpace, startTimesOf } from '../base/process/processIdentity.ts';
import { ThreadError } from './threadError.ts';
import { isMissingFile, threadLogFile } from './threadFolder.ts';

/** Says which process writes a thread. `startedAt` tells it from one that is given its number later. */
const writerSchema = z.object({
  /** Where process numbers mean the same, see `processSpace`. */
  space: z.string(),
  pid: z.int().check(z.positive()),
  startedAt: z.optional(z.string()),
  /** Of this one opening. */
  token: z.string(),
});
type Writer = z.infer<typeof writerSchema>;

/**
 * A process of another machine or container that shares the storage cannot be looked for. It counts as gone when nothing
 * of the thread has changed for this long.
 */
const foreignPatienceMs = 5 * 60_000;
/** How often it is looked whether a holder has let go that is waited for. */
const lookEveryMs = 50;

/**
 * The right to append to one thread, which one opening at a time has (`writer.json` in the thread's folder). It needs no
 * time to find out that its holder was killed: who that was is in the record, and whether it lives is asked of the system.
 */
export class ThreadLock {
  readonly #file: string;
  readonly #token: string;

  private constructor(file: string, token: string) {
    this.#file = file;
    this.#token = token;
  }

  /**
   * Takes the lock of the thread in a folder that exists. Rejects with a `ThreadError` `locked` when another opening has
   * it and does not let go within `patienceMs`, and with the file system's error where no lock can be kept.
   */
  static async acquire(folder: string, logger: Logger, patienceMs = 0): Promise<ThreadLock> {
    const startedAt = await ownStartTime();
    const writer: Writer = { space: processSpace(), pid: process.pid, startedAt, token: randomUUID() };
    const end = performance.now() + patienceMs;
    for (;;) {
      const holder = await settle(folder, writer, logger);
      if (!holder) return new ThreadLock(writerFile(folder), writer.token);
      if (performance.now() >= end) throw lockedError(holder);
      await wait(lookEveryMs);
    }
  }

  /** Gives the lock back. What cannot be removed is taken for left behind once this process has ended. */
  async release(): Promise<void> {
    try {
      // Where another machine took it for left behind meanwhile, it is that one's.
      if ((await readWriter(this.#file))?.token === this.#token) await rm(this.#file, { force: true });
    } catch {
      // The record names this process, so it locks nobody out for longer than that.
    }
  }
}

/** Makes the writer the holder of the lock, unless there is one; then that one. */
async function settle(folder: string, writer: Writer, logger: Logger): Promise<Writer | undefined> {
  const file = writerFile(folder);
  try {
    return await whileLocked(file, logger, async () => {
      const holder = await holderOf(folder);
      if (holder) return holder;
      const { default: writeFileAtomic } = await import('write-file-atomic');
      // Who writes after the power failed is nobody, so it need not reach the disk.
      await writeFileAtomic(file, JSON.stringify(writer), { mode: 0o600, fsync: false });
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error;
    throw new ThreadError('locked', `This conversation cannot be opened now: ${messageOf(error)}.`, { cause: error });
  }
}

/** Whether some opening has the right to append to the thread in this folder. */
export async function isThreadLocked(folder: string): Promise<boolean> {
  return (await holderOf(folder)) !== undefined;
}

async function holderOf(folder: string): Promise<Writer | undefined> {
  const writer = await readWriter(writerFile(folder));
  return writer && (await isAtWork(writer, folder)) ? writer : undefined;
}

async function readWriter(file: string): Promise<Writer | undefined> {
  try {
    return z.safeParse(writerSchema, JSON.parse(await readFile(file, 'utf8'))).data;
  } catch (error) {
    // It is written atomically: what is no JSON was damaged later, and says nothing of anybody.
    if (error instanceof SyntaxError || isMissingFile(error)) return undefined;
    throw error;
  }
}

async function isAtWork({ space, pid, startedAt }: Writer, folder: string): Promise<boolean> {
  if (space !== processSpace()) return hasChangedLately(folder);
  if (!isAlive(pid)) return false;
  if (startedAt === undefined) return true;
  const present = (await startTimesOf([pid])).get(pid);
  // Linux tells it of every process that has not ended; elsewhere a program was asked, and may have failed.
  if (present === undefined) return process.platform !== 'linux';
  return present === startedAt;
}

async function hasChangedLately(folder: string): Promise<boolean> {
  const times = await Promise.all(
    [writerFile(folder), threadLogFile(folder)].map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return Date.now() - Math.max(...times) < foreignPatienceMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is somebody else's, but it is.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function lockedError({ pid, space }: Writer): ThreadError {
  const isHere = pid === process.pid && space === processSpace();
  const where = isHere ? 'open already' : 'open in another window or command';
  return new ThreadError('locked', `This conversation is ${where}. Go on with it there, or close it there first.`);
}

let ownStart: Promise<string | undefined> | undefined;

/** Asked once: where it takes a program to find out, that takes a while. */
function ownStartTime(): Promise<string | undefined> {
  ownStart ??= startTimesOf([process.pid]).then(
    (times) => times.get(process.pid),
    () => undefined,
  );
  return ownStart;
}

function writerFile(folder: string): string {
  return join(folder, 'writer.json');
}
