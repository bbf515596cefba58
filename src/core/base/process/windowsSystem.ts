import { win32 } from 'node:path';

const { env } = process;

/** A program and its arguments. */
export type SystemCall = readonly [program: string, args: readonly string[]];

/**
 * The path of a program of Windows. Looked for by its name, it would be taken from the working directory first, which
 * may be a workspace that nobody trusts.
 */
export function systemProgram(...path: readonly string[]): string {
  return win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', ...path);
}

/** What ends processes at once, each with all that is below it: Windows knows no gentler way. */
export function taskkill(pids: readonly number[]): SystemCall {
  return [systemProgram('taskkill.exe'), ['/T', '/F', ...pids.flatMap((pid) => ['/PID', String(pid)])]];
}

/** What prints the number of each process and when it was made. */
export function startTimesQuery(pids: readonly number[]): SystemCall {
  const filter = pids.map((pid) => `ProcessId=${pid}`).join(' OR ');
  const line = '"$($_.ProcessId) $($_.CreationDate.ToFileTimeUtc())"';
  const query = `Get-CimInstance Win32_Process -Filter '${filter}' | ForEach-Object { ${line} }`;
  const program = systemProgram('WindowsPowerShell', 'v1.0', 'powershell.exe');
  return [program, ['-NoProfile', '-NonInteractive', '-Command', query]];
}
