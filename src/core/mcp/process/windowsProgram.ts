import { stat } from 'node:fs/promises';
import { win32 } from 'node:path';

/** What Windows tries when a command has no extension, where `PATHEXT` is not set. */
const defaultExtensions = '.COM;.EXE;.BAT;.CMD';

/**
 * The file that a command names on Windows: a path, or a name that is looked for in the folders of `PATH`; the
 * extension may be missing (`npx` is `npx.cmd`). The working directory is not searched for a name, though Windows does
 * so: it may be a workspace, which must not decide what `npx` is. Undefined when there is none.
 */
export async function windowsProgram(
  command: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
  isFile: (path: string) => Promise<boolean> = isFileOnDisk,
): Promise<string | undefined> {
  const extensions = (env['PATHEXT'] || defaultExtensions).split(';').filter((extension) => extension.startsWith('.'));
  // Beside `npx.cmd` lies an `npx` for other systems.
  const endings = win32.extname(command) === '' ? [...extensions, ''] : ['', ...extensions];
  for (const folder of foldersOf(command, env['PATH'] ?? '', cwd)) {
    for (const ending of endings) {
      const path = win32.resolve(folder, command + ending);
      if (await isFile(path)) return path;
    }
  }
  return undefined;
}

/** Whether only `cmd.exe` can run a program. */
export function isBatchFile(path: string): boolean {
  return /\.(?:bat|cmd)$/iu.test(path);
}

function foldersOf(command: string, path: string, cwd: string): readonly string[] {
  if (/[\\/:]/u.test(command)) return [cwd];
  // A folder may stand in quotes. One that is not absolute would be below the working directory.
  return path
    .split(';')
    .map((folder) => folder.trim().replace(/^"(.*)"$/u, '$1'))
    .filter((folder) => win32.isAbsolute(folder));
}

async function isFileOnDisk(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
