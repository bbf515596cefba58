import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The workspace root of a command: the nearest folder at or above `cwd` that holds `.git` (a folder, or a file in a
 * worktree), else `cwd` itself. Project configuration counts from here down to `cwd` (contract §3).
 */
export async function workspaceFolderOf(cwd: string): Promise<string> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (await exists(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
