import { mkdir, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../../../shared/base/messageOf.ts';
import { whileLocked } from '../../base/lockedFile.ts';
import type { Logger } from '../../base/logger.ts';
import { ConfigEditError } from './configEditError.ts';

export interface EditedFile {
  readonly file: string;
  /** Mode of a file that is made; one that is there keeps its own. The system's, unless it is given. */
  readonly newMode?: number | undefined;
}

/** What a file is to hold, and what is to be known about that. */
export interface Edited<T> {
  readonly text: string;
  readonly result: T;
}

/**
 * Replaces the text of a file by what `change` makes of it, in one locked read and one atomic write; nothing is written
 * when that is the same. The text is undefined when the file is not there; it and its folder are made then. A link
 * stays a link. Rejects with the error of `change`, else with a `ConfigEditError` `write_failed`.
 */
export async function editFile<T>(
  { file, newMode }: EditedFile,
  logger: Logger,
  change: (text: string | undefined) => Promise<Edited<T>>,
): Promise<T> {
  try {
    const target = await targetOf(file);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    return await whileLocked(target, logger, async () => {
      const before = await textOf(target);
      const { text: after, result } = await change(before);
      if (after === before) return result;
      const { default: writeFileAtomic } = await import('write-file-atomic');
      await writeFileAtomic(target, after, before === undefined && newMode !== undefined ? { mode: newMode } : {});
      return result;
    });
  } catch (error) {
    if (error instanceof ConfigEditError) throw error;
    throw new ConfigEditError(
      'write_failed',
      `${file} cannot be changed: ${messageOf(error)}. Nothing was written; make the file and its folder writable.`,
      { file },
      { cause: error },
    );
  }
}

/** What a link leads to, also when that is not there. A chain of links is followed as far as it leads. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return await targetOf(resolve(dirname(file), await readlink(file)));
  } catch (error) {
    if (['ENOENT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return file;
    throw error;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
