import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { linuxProcess, linuxProcessIds } from '../../base/process/linuxProcesses.ts';
import { taskkill } from '../../base/process/windowsSystem.ts';

const { platform } = process;

/** How often the end of processes is looked for; they are no children of ours, so nothing announces it. */
const lookEveryMs = 15;

const listParents = ['-A', '-o', 'pid=,ppid='];

/** Whoever ends this process may lose patience too. */
const killNowTimeoutMs = 1_000;

/**
 * The processes below `root`, without it. They must be collected while the root is alive: with its end they get
 * another parent and cannot be told from strangers. Empty on Windows, where the system kills trees itself.
 */
export async function descendantsOf(root: number): Promise<number[]> {
  switch (platform) {
    case 'win32':
      return [];
    case 'linux':
      return below([root], linuxParents());
    default: {
      // Where the list cannot be had, the group is ended all the same.
      const { stdout } = await promisify(execFile)('ps', listParents).catch(() => ({ stdout: '' }));
      return below([root], parentsIn(stdout));
    }
  }
}

/** Ends trees hard without waiting for anything: for the moment in which this process ends itself. */
export function killTreesNow(leaders: readonly number[]): void {
  if (platform === 'win32') {
    const [program, args] = taskkill(leaders);
    spawnSync(program, args, { stdio: 'ignore', windowsHide: true, timeout: killNowTimeoutMs });
    return;
  }
  for (const target of [...below(leaders, parentsNow()), ...leaders.map((leader) => -leader)]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It is gone already, which is what is wanted.
    }
  }
}

/** Sends a signal to the process group that `leader` opened and to each of `pids`. Those that are gone do not matter. */
export async function signalTree(leader: number, pids: readonly number[], signal: NodeJS.Signals): Promise<void> {
  if (platform === 'win32') {
    // There is no gentle signal for a tree on Windows. Whether it is gone is looked for afterwards.
    const [program, args] = taskkill([leader]);
    await promisify(execFile)(program, args, { windowsHide: true }).catch(() => undefined);
    return;
  }
  // The group reaches processes that were started since; the list reaches those that left the group.
  for (const target of [-leader, ...pids]) {
    try {
      process.kill(target, signal);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    }
  }
}

/** Waits until none of the processes is alive, at most so long. Resolves to whether all are gone. */
export async function areGone(leader: number, pids: readonly number[], timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (!isAnyAlive(leader, pids)) return true;
    if (Date.now() >= deadline) return false;
    await delay(lookEveryMs);
  }
}

function isAnyAlive(leader: number, pids: readonly number[]): boolean {
  // The group last: on Linux all processes are looked through for it.
  return [leader, ...pids, -leader].some(isAlive);
}

/** The processes below `roots`, without these. `parents` are pairs of a process and its parent. */
function below(roots: readonly number[], parents: readonly (readonly [number, number])[]): number[] {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of parents) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found: number[] = [];
  const open = [...roots];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const next = children.get(pid) ?? [];
    found.push(...next);
    open.push(...next);
  }
  return found;
}

function parentsNow(): [number, number][] {
  if (platform === 'linux') return linuxParents();
  try {
    return parentsIn(execFileSync('ps', listParents, { encoding: 'utf8', timeout: killNowTimeoutMs }));
  } catch {
    return [];
  }
}

/** Small images of Linux have no `ps`. */
function linuxParents(): [number, number][] {
  return linuxProcessIds().flatMap((pid) => {
    const parent = linuxProcess(pid)?.parent;
    return parent ? [[pid, parent]] : [];
  });
}

function parentsIn(output: string): [number, number][] {
  return output
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}

function isAlive(target: number): boolean {
  try {
    process.kill(target, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (platform !== 'linux') return true;
  // A dead process that nobody waits for still takes signals: in a container the first process often does not wait.
  return target > 0 ? linuxProcess(target)?.state !== 'Z' : hasLivingMember(-target);
}

function hasLivingMember(group: number): boolean {
  return linuxProcessIds().some((pid) => {
    const stat = linuxProcess(pid);
    return stat?.group === group && stat.state !== 'Z';
  });
}
