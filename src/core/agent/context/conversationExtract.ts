import { headOf } from '../../base/headOf.ts';
import type { RecordEntry } from './conversationRecord.ts';
import { entryChars } from './entryChars.ts';
import { sum } from './tokenEstimate.ts';

const opening = 'An extract, made without AI: the beginnings of what was said and done, in order.';
const lineLimits = { most: 240, fewest: 60 };

/** What stands for a summary where there is no AI: one line for each thing that was said or done, within `mostChars`. */
export function conversationExtract(
  entries: readonly RecordEntry[],
  earlier: string | undefined,
  mostChars: number,
): string {
  const before = earlier === undefined ? [] : headOf(earlier.replace(opening, '').trim(), mostChars / 2).split('\n');
  const left = mostChars - opening.length - charsOf(before);
  const chars = entryChars(entries, left, lineLimits);
  const lines = entries.map((entry) => lineOf(entry, chars));
  let first = 0;
  for (let over = charsOf(lines) - left; over > 0 && first < lines.length; first += 1) {
    over -= (lines[first]?.length ?? 0) + 1;
  }
  const leftOut = first === 0 ? [] : [`- (${first} more are left out)`];
  return [opening, '', ...before, ...leftOut, ...lines.slice(first)].join('\n');
}

function lineOf({ heading, text }: RecordEntry, chars: number): string {
  const head = headOf(text, chars);
  return `- ${heading} ${head.replace(/\s+/g, ' ').trim()}${head.length < text.length ? ' …' : ''}`;
}

function charsOf(lines: readonly string[]): number {
  return sum(lines, (line) => line.length + 1);
}
