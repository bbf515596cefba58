import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ThreadError } from './threadError.ts';

/** What a thread's id may be: it is the name of a folder and may come from a command line. */
const threadIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Where all threads of a storage folder lie. */
export function threadsFolder(storage: string): string {
  return join(storage, 'threads');
}

/** The folder of one thread. Throws a `ThreadError` `not_found` for what no thread's id can be. */
export function threadFolder(storage: string, id: string): string {
  if (!threadIdPattern.test(id)) throw threadNotFound(id);
  return join(threadsFolder(storage), id);
}

/** The log in a thread's folder. */
export function threadLogFile(folder: string): string {
  return join(folder, 'events.jsonl');
}

/** Ids of everything that may be a thread. Rejects with the file system's error when the folder cannot be read. */
export async function threadIds(storage: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(threadsFolder(storage), { withFileTypes: true });
    return entries.filter((entry) => !entry.isFile() && threadIdPattern.test(entry.name)).map(({ name }) => name);
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw error;
  }
}

export function threadNotFound(id: string): ThreadError {
  return new ThreadError('not_found', `There is no conversation '${id}'. It may have been deleted.`);
}

/** Whether the file system says that there is no such file or folder. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}
