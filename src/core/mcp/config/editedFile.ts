import { mkdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { messageOf } from '../../../shared/base/messageOf.ts';
import { whileLocked } from '../../base/lockedFile.ts';
import type { Logger } from '../../base/logger.ts';
import { ConfigEditError } from './configEditError.ts';
import type { ServerScope } from './serverDefinition.ts';
import { readSourceText } from './sourceText.ts';

export interface EditedFile {
  readonly file: string;
  readonly scope: ServerScope;
  /** The folder that a link must not lead out of; anywhere, unless it is given. */
  readonly within?: string | undefined;
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
  { file, scope, within, newMode }: EditedFile,
  logger: Logger,
  change: (text: string | undefined) => Promise<Edited<T>>,
): Promise<T> {
  try {
    const target = await targetOf(file);
    if (within !== undefined) await requireInside(file, target, within);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    return await whileLocked(target, logger, async () => {
      const before = await textOf(target, scope);
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

/** A link that comes with a clone must not choose where on this machine something is written. */
async function requireInside(file: string, target: string, folder: string): Promise<void> {
  const place = await placeOf(target);
  const below = relative(await placeOf(folder), place);
  if (below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)) return;
  throw new ConfigEditError(
    'not_editable',
    `${file} is not changed, since a link leads from there out of the workspace, to ${place}. Edit that file by hand, or ` +
      'put a file in the place of the link.',
    { file },
  );
}

/** Where a path really is, whether or not something is there. */
async function placeOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return join(await placeOf(dirname(path)), basename(path));
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

async function textOf(file: string, scope: ServerScope): Promise<string | undefined> {
  try {
    return await readSourceText(file, scope);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
