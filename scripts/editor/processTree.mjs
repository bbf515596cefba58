import { setTimeout as delay } from 'node:timers/promises';
import treeKill from 'tree-kill';
import { listProcesses } from './processes.mjs';

/** How long processes may take to end when they are asked to, and then when they are made to. */
const graceMilliseconds = 3_000;
const pollMilliseconds = 50;

/**
 * Ends a process and everything below it, politely first. What leaves the tree while it falls is ended as well, because
 * its members are noted before the first signal.
 *
 * @param {number} pid
 * @returns {Promise<void>} Resolves when all of them are gone.
 */
export async function endProcessTree(pid) {
  if (process.platform === 'win32') {
    await new Promise((resolve) => treeKill(pid, 'SIGKILL', resolve));
    return;
  }
  const members = await treeBelow(pid);
  if (!(await haveEnded(members, 'SIGTERM'))) await haveEnded(members, 'SIGKILL');
}

/**
 * @param {number} root
 * @returns {Promise<Set<number>>} The root and everything below it.
 */
async function treeBelow(root) {
  const processes = await listProcesses();
  const members = new Set([root]);
  for (const member of members) {
    for (const { pid, parent } of processes) if (parent === member) members.add(pid);
  }
  return members;
}

/**
 * @param {Set<number>} members
 * @param {NodeJS.Signals} signal
 * @returns {Promise<boolean>} Whether they all ended in time.
 */
async function haveEnded(members, signal) {
  for (const pid of members) send(pid, signal);
  const deadline = performance.now() + graceMilliseconds;
  while (performance.now() < deadline) {
    const alive = (await listProcesses()).some(({ pid }) => members.has(pid));
    if (!alive) return true;
    await delay(pollMilliseconds);
  }
  return false;
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already, as it should be.
  }
}
