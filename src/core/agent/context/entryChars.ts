import type { RecordEntry } from './conversationRecord.ts';
import { sum } from './tokenEstimate.ts';

/**
 * How many characters of each entry's words may stay so that all together have about `budget`: `most`, or half of it,
 * or half of that, but never less than `fewest`. Looks at lengths alone, since a conversation may be very long.
 */
export function entryChars(
  entries: readonly RecordEntry[],
  budget: number,
  { most, fewest }: { readonly most: number; readonly fewest: number },
): number {
  let chars = Math.max(fewest, most);
  const total = (): number => sum(entries, ({ heading, text }) => heading.length + Math.min(text.length, chars));
  while (chars > fewest && total() > budget) chars = Math.max(fewest, Math.floor(chars / 2));
  return chars;
}
