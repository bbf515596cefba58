import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { platform } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import treeKill from 'tree-kill';

/** How often the end of processes is looked for; they are no children of ours, so nothing announces it. */
const lookEveryMs = 15;

/**
 * The processes below `root`, without it. They must be collected while the root is alive: with its end they get
 * another parent and cannot be told from strangers. Empty on Windows, where the system kills trees itself.
 */
export async function descendantsOf(root: number): Promise<number[]> {
  if (platform === 'win32') return [];
  const children = new Map<number, number[]>();
  for (const [pid, parent] of await parents()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found: number[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const below = children.get(pid) ?? [];
    found.push(...below);
    open.push(...below);
  }
  return found;
}

/** Sends a signal to the process group that `leader` opened and to each of `pids`. Those that are gone do not matter. */
export async function signalTree(leader: number, pids: readonly number[], signal: NodeJS.Signals): Promise<void> {
  if (platform === 'win32') {
    // There is no gentle signal for a tree on Windows: taskkill ends it at once.
    await new Promise<void>((resolve) => treeKill(leader, signal, () => resolve()));
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

/** Parent by process. */
async function parents(): Promise<[number, number][]> {
  if (platform !== 'linux') {
    // Where the list cannot be had, the group is ended all the same.
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']).catch(() => ({ stdout: '' }));
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  // Small images of Linux have no `ps`.
  return processIds().flatMap((pid) => {
    const parent = statOf(pid)?.parent;
    return parent ? [[pid, parent]] : [];
  });
}

function isAlive(target: number): boolean {
  try {
    process.kill(target, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (platform !== 'linux') return true;
  // A dead process that nobody waits for still takes signals: in a container the first process often does not wait.
  return target > 0 ? statOf(target)?.state !== 'Z' : hasLivingMember(-target);
}

function hasLivingMember(group: number): boolean {
  return processIds().some((pid) => {
    const stat = statOf(pid);
    return stat?.group === group && stat.state !== 'Z';
  });
}

/** All processes. Read without waiting, as what is said of each: it is in memory, so waiting takes ten times longer. */
function processIds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** From `/proc/<pid>/stat`; undefined when the process is gone. */
function statOf(pid: number): { state: string; parent: number; group: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything, brackets and blanks included.
    const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent), group: Number(group) };
  } catch {
    return undefined;
  }
}
