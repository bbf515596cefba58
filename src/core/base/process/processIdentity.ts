import { execFile } from 'node:child_process';
import { hostname } from 'node:os';
import { linuxBootId, linuxProcess, linuxProcessNamespace } from './linuxProcesses.ts';
import { startTimesQuery } from './windowsSystem.ts';
import type { SystemCall } from './windowsSystem.ts';

const { platform: thisPlatform } = process;

/**
 * Tells one process from all others of its machine, also from those that are given its number later. `startedAt` is
 * when it started, in a form of the system's: good for comparing and for nothing else.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** Gives what a program printed, also when it failed, and nothing when it cannot be run. */
type Run = (...call: SystemCall) => Promise<string>;

const timeoutMs = 10_000;

/** Where the numbers of processes mean the same as here: this machine, and in a container this container. */
export function processSpace(): string {
  return thisPlatform === 'linux' ? `${hostname()} ${linuxProcessNamespace()}` : hostname();
}

/** When the processes started that are alive, by number; those of which it cannot be found out are missing. */
export async function startTimesOf(
  pids: readonly number[],
  platform: NodeJS.Platform = thisPlatform,
  run: Run = outputOf,
): Promise<ReadonlyMap<number, string>> {
  if (pids.length === 0) return new Map();
  switch (platform) {
    case 'linux':
      return new Map(pids.flatMap((pid) => linuxStartTime(pid)));
    case 'win32':
      return parsed(await run(...startTimesQuery(pids)));
    default:
      return parsed(await run('ps', ['-o', 'pid=,lstart=', '-p', pids.join(',')]));
  }
}

function linuxStartTime(pid: number): [number, string][] {
  const found = linuxProcess(pid);
  return found && found.state !== 'Z' ? [[pid, `${linuxBootId()} ${found.startTicks}`]] : [];
}

/** Lines of a process number and the rest. */
function parsed(output: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const line of output.split('\n')) {
    const [, pid, startedAt] = /^\s*(\d+)\s+(\S.*?)\s*$/u.exec(line) ?? [];
    if (pid !== undefined && startedAt !== undefined) found.set(Number(pid), startedAt);
  }
  return found;
}

function outputOf(...[program, args]: SystemCall): Promise<string> {
  return new Promise((resolve) => {
    // Times must read the same whatever the language and the time zone of who asks.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    execFile(program, args, { env, timeout: timeoutMs, windowsHide: true }, (_error, stdout) => resolve(stdout));
  });
}
