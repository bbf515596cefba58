import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Absolute path of the user's own folder: `$PATCHBAY_HOME`, against `cwd` when it is relative, or `~/.patchbay`. An empty
 * variable is none, as in a shell's `${PATCHBAY_HOME:-…}`.
 */
export function homeFolder(environment: Readonly<Record<string, string | undefined>>, cwd: string): string {
  const given = environment['PATCHBAY_HOME'];
  return given ? resolve(cwd, given) : join(homedir(), '.patchbay');
}
