import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissingFile, threadFolder, threadIds, threadLogFile, threadsFolder } from './threadFolder.ts';

/** Names of stored files; whatever else lies there is not ours to count or to remove. */
const filePattern = /^\d{2,}-[a-z]+-[0-9a-f]{16}\.[a-z0-9]+$/;

/** One stored file, as the file system has it. */
export interface ArtifactFile {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
  /** Its conversation is not there any more. */
  readonly isOrphan: boolean;
}

/** The folder of a thread's artifacts (contract §4). */
export function artifactsFolder(storage: string, threadId: string): string {
  return join(storage, 'threads', threadId, 'tool-results', 'mcp');
}

/** The stored files of all threads, the oldest first. A link is not followed, wherever it is. */
export async function artifactFiles(storage: string): Promise<ArtifactFile[]> {
  const files: ArtifactFile[] = [];
  for (const id of await threadIds(storage)) {
    for (const file of await filesOf(storage, id)) files.push(file);
  }
  return files.sort((a, b) => a.writtenAt - b.writtenAt);
}

async function filesOf(storage: string, id: string): Promise<ArtifactFile[]> {
  const folder = artifactsFolder(storage, id);
  let entries: Dirent[];
  try {
    const threads = await realpath(threadsFolder(storage));
    if ((await realpath(folder)) !== join(threads, id, 'tool-results', 'mcp')) return [];
    entries = await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw error;
  }
  const paths = entries
    .filter((entry) => entry.isFile() && filePattern.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  if (paths.length === 0) return [];
  const isOrphan = !(await lookAt(threadLogFile(threadFolder(storage, id))));
  const files: ArtifactFile[] = [];
  for (const path of paths) {
    const found = await lookAt(path);
    if (found) files.push({ path, bytes: found.size, writtenAt: found.mtimeMs, isOrphan });
  }
  return files;
}

/** Another process may have removed it at this moment. */
async function lookAt(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
