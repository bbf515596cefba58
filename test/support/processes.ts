import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** How often the end of processes is looked for that are no children of ours: nothing announces it. */
const lookEveryMs = 30;

/** The living processes whose command line contains a text, this one's helpers left out. */
export function processesWith(text: string): string[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  // A zombie is dead: its parent has only not taken notice yet.
  return lines.filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line));
}

/** Waits until so many processes are found; fails with those that are there when it takes too long. */
export async function untilCount(find: () => readonly string[], count: number, timeoutMs = 2_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = find();
    if (found.length === count) return;
    if (Date.now() >= deadline)
      assert.fail(`${count} processes were expected after ${timeoutMs} ms, but there are:\n${found.join('\n')}`);
    await delay(lookEveryMs);
  }
}
