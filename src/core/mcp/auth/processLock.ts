import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { Logger } from '../../base/logger.ts';

/** Waits about 30 s in all: the holder asks an authorization server at most a few times, each time for 10 s at most. */
const retries = { retries: 120, factor: 1.1, minTimeout: 20, maxTimeout: 300, randomize: true };

/**
 * Runs something while no other process of this person runs it for the same key. Rejects when the lock does not come
 * free, or what runs rejects.
 */
export async function withProcessLock<T>(home: string, key: string, logger: Logger, run: () => Promise<T>): Promise<T> {
  const folder = join(home, 'locks');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  const { default: lockfile } = await import('proper-lockfile');
  const unlock = await lockfile.lock(file, {
    realpath: false,
    retries,
    onCompromised: (error) => logger.warn(`The lock ${file} was lost: ${error.message}`),
  });
  try {
    return await run();
  } finally {
    await unlock();
  }
}
