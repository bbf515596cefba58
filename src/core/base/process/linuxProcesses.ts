import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** What Linux tells of a process. */
export interface LinuxProcess {
  /** One letter; `Z` is a dead process that its parent has not taken notice of yet. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  /** Clock ticks between the start of the machine and that of the process. */
  readonly startTicks: string;
}

/** All processes. Read without waiting, as what is said of each: it is in memory, so waiting takes ten times longer. */
export function linuxProcessIds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** From `/proc/<pid>/stat`; undefined when the process is gone. */
export function linuxProcess(pid: number): LinuxProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything, brackets and blanks included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', parent, group] = fields;
    return { state, parent: Number(parent), group: Number(group), startTicks: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Another one after each start of the machine; empty where it is not told. */
export function linuxBootId(): string {
  return orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

/** The set of process numbers that this process sees: containers have sets of their own. */
export function linuxProcessNamespace(): string {
  return orEmpty(() => readlinkSync('/proc/self/ns/pid'));
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
