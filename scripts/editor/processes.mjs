import { readdirSync, readFileSync } from 'node:fs';
import { runCommand } from '../setup/command.mjs';

/**
 * @typedef {object} ProcessEntry
 * @property {number} pid
 * @property {number} parent
 * @property {string} command With its arguments.
 */

/**
 * The processes of this machine, without those that have ended and only wait to be noticed.
 *
 * @returns {Promise<ProcessEntry[]>}
 */
export async function listProcesses() {
  // Small Linux images have no ps.
  if (process.platform === 'linux') return readdirSync('/proc').filter(isNumber).flatMap(readLinuxProcess);
  const rows = (await runCommand('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='])).trim().split('\n');
  return rows.flatMap((row) => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/**
 * @param {string} pid
 * @returns {ProcessEntry[]} Empty when it is gone.
 */
function readLinuxProcess(pid) {
  try {
    // The second field, the name in brackets, may itself hold spaces and brackets.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  } catch {
    return [];
  }
}

/**
 * @param {string} name
 */
function isNumber(name) {
  return /^\d+$/.test(name);
}
