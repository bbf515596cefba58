import { headOf } from '../../base/headOf.ts';
import type { RecordEntry } from './conversationRecord.ts';
import { sum } from './tokenEstimate.ts';

const opening = 'An extract, made without AI: the beginnings of what was said and done, in order.';
const longestLine = 240;
const shortestLine = 60;

/** What stands for a summary where there is no AI: one line for each thing that was said or done, within `mostChars`. */
export function conversationExtract(
  entries: readonly RecordEntry[],
  earlier: string | undefined,
  mostChars: number,
): string {
  const before = earlier === undefined ? [] : headOf(earlier.replace(opening, '').trim(), mostChars / 2).split('\n');
  const left = mostChars - opening.length - charsOf(before);
  let chars = longestLine;
  let lines = linesOf(entries, chars);
  while (charsOf(lines) > left && chars > shortestLine) {
    chars = Math.floor(chars / 2);
    lines = linesOf(entries, chars);
  }
  let first = 0;
  for (let over = charsOf(lines) - left; over > 0 && first < lines.length; first += 1) {
    over -= (lines[first]?.length ?? 0) + 1;
  }
  const leftOut = first === 0 ? [] : [`- (${first} more are left out)`];
  return [opening, '', ...before, ...leftOut, ...lines.slice(first)].join('\n');
}

function linesOf(entries: readonly RecordEntry[], chars: number): string[] {
  return entries.map(({ heading, text }) => {
    const line = text.replace(/\s+/g, ' ').trim();
    const head = headOf(line, chars);
    return `- ${heading} ${head}${head.length < line.length ? ' …' : ''}`;
  });
}

function charsOf(lines: readonly string[]): number {
  return sum(lines, (line) => line.length + 1);
}
