import { execFileSync } from 'node:child_process';

/** The living processes whose command line contains a text, this one's helpers left out. */
export function processesWith(text: string): string[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  // A zombie is dead: its parent has only not taken notice yet.
  return lines.filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line));
}
