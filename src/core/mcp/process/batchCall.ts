import type { SpawnCall } from './spawnCall.ts';
import { SpawnError } from './spawnError.ts';
import { systemProgram } from '../../base/process/windowsSystem.ts';

/** Letters and signs that mean nothing to `cmd.exe`. All others stand in quotes. */
const plainArgument = /^[\p{L}\p{N}#$*+\-./:?@\\_]+$/u;

/** Expands to nothing, between two percent signs of which one is left: so no name of a variable is formed. */
const percentSign = '%%cd:~,%';

/**
 * The call of a batch file, such as `npx.cmd`, which only `cmd.exe` can run. `cmd.exe` reads what it is given at least
 * twice, once as its command line and once where the file hands on `%*`, and knows no backslash before a quote. So a
 * quote is doubled, which for it opens and closes nothing, and which programs take for one: whatever stands in quotes
 * stays there, however often it is read. `file` must be a path: a bare name would be looked for in the working
 * directory first. Throws a `SpawnError` for a line break, which ends a command whatever it stands in.
 */
export function batchCall(file: string, args: readonly string[], comspec = systemProgram('cmd.exe')): SpawnCall {
  if ([file, ...args].some((text) => /[\r\n\0]/u.test(text))) {
    throw new SpawnError(
      'EINVAL',
      file,
      'it is a batch file, and no argument of one can hold a line break; take it out of "args", or write the program ' +
        'that the batch file starts as "command"',
    );
  }
  const line = [quoted(file), ...args.map((arg) => (isPlain(arg) ? arg : quoted(arg)))].join(' ');
  return {
    command: comspec,
    // Extensions on, for `%cd:~,%`; `!` means nothing; nothing is run before; the outer quotes are taken off.
    args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/** One that ends in a backslash is quoted: the file may put quotes around it, of which it would escape one. */
function isPlain(arg: string): boolean {
  return plainArgument.test(arg) && !arg.endsWith('\\');
}

function quoted(arg: string): string {
  // Before a quote, backslashes escape each other.
  const doubled = arg.replace(
    /(\\*)("|$)/gu,
    (_all, backslashes: string, quote: string) => backslashes.repeat(2) + quote.repeat(2),
  );
  return `"${doubled.replaceAll('%', percentSign)}"`;
}
