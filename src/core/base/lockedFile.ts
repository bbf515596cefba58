import type { Logger } from './logger.ts';

/** Waits about ten seconds in all; the holder of a lock writes one small file. */
const retries = { retries: 60, factor: 1.2, minTimeout: 10, maxTimeout: 250, randomize: true };

/**
 * Works on a file while no other process does that asks for the same lock. The file need not be there, its folder
 * must. Rejects when the lock cannot be had.
 */
export async function whileLocked<T>(file: string, logger: Logger, work: () => Promise<T>): Promise<T> {
  const { default: lockfile } = await import('proper-lockfile');
  const unlock = await lockfile.lock(file, {
    realpath: false,
    retries,
    onCompromised: (error) => logger.warn(`The lock of ${file} was lost: ${error.message}`),
  });
  try {
    return await work();
  } finally {
    await unlock();
  }
}
