import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './logger.ts';

/** A lock counts as left behind ten seconds after its holder was killed, and must be had then. */
const patienceMs = 13_000;
const shortestWaitMs = 10;
const longestWaitMs = 250;

/** On Windows a folder that is just being removed is in the way like this for a moment. */
const passing: ReadonlySet<unknown> = new Set(
  process.platform === 'win32' ? ['ELOCKED', 'EPERM', 'EBUSY'] : ['ELOCKED'],
);

/**
 * Works on a file while no other process does that asks for the same lock. The file need not be there, its folder
 * must. Rejects when the lock cannot be had: with `ELOCKED` when another process holds it for too long, at once with the
 * system's error where no lock can be made.
 */
export async function whileLocked<T>(file: string, logger: Logger, work: () => Promise<T>): Promise<T> {
  const unlock = await lock(file, logger);
  try {
    return await work();
  } finally {
    // One that was lost meanwhile, as by a machine that slept, was spoken of; what was done is done.
    await unlock().catch((error: unknown) => {
      if (!isReleased(error)) throw error;
    });
  }
}

async function lock(file: string, logger: Logger): Promise<() => Promise<void>> {
  const { default: lockfile } = await import('proper-lockfile');
  const end = performance.now() + patienceMs;
  for (let waitMs = shortestWaitMs; ; waitMs = Math.min(waitMs * 1.2, longestWaitMs)) {
    try {
      return await lockfile.lock(file, {
        realpath: false,
        onCompromised: (error) => logger.warn(`The lock of ${file} was lost: ${error.message}`),
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!passing.has(code)) throw error;
      if (performance.now() > end) throw code === 'ELOCKED' ? heldTooLong(file, error) : error;
    }
    // Never in step with others that wait.
    await wait(waitMs * (1 + Math.random()));
  }
}

function isReleased(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ERELEASED' || error.code === 'ENOTACQUIRED');
}

/** A lock whose time lies ahead, since the clock was put back, does not grow old. */
function heldTooLong(file: string, cause: unknown): Error {
  const message = `another process works on it and does not finish; if none runs, remove ${file}.lock`;
  return Object.assign(new Error(message, { cause }), { code: 'ELOCKED' });
}
