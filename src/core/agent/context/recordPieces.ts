import type { RecordEntry } from './conversationRecord.ts';
import { entryText, shortened } from './conversationRecord.ts';
import { sum, textTokens } from './tokenEstimate.ts';

/** Requests that one summary may take. */
const mostPieces = 12;
const mostEntryChars = 8_000;
const fewestEntryChars = 250;

/**
 * A conversation in pieces that fit into requests of so many tokens, oldest first. What is too long for the pieces
 * that one summary may take is cut: first long entries, down to their beginnings, then the oldest ones are left out,
 * which the first piece says.
 */
export function recordPieces(entries: readonly RecordEntry[], tokensOfPiece: number): string[] {
  const capacity = tokensOfPiece * mostPieces;
  let chars = Math.max(fewestEntryChars, Math.min(mostEntryChars, tokensOfPiece * 2));
  let texts = entryTexts(entries, chars);
  while (tokensOf(texts) > capacity && chars > fewestEntryChars) {
    chars = Math.max(fewestEntryChars, Math.floor(chars / 2));
    texts = entryTexts(entries, chars);
  }
  const first = firstThatFits(texts, capacity);
  const leftOut = first === 0 ? [] : [`(${first} older entries are left out, since the conversation is too long.)`];
  return packed([...leftOut, ...texts.slice(first)], tokensOfPiece);
}

function entryTexts(entries: readonly RecordEntry[], chars: number): string[] {
  return entries.map((entry) => entryText(shortened(entry, chars)));
}

function firstThatFits(texts: readonly string[], capacity: number): number {
  let left = capacity;
  let first = texts.length;
  while (first > 0) {
    left -= textTokens(texts[first - 1] ?? '');
    if (left < 0) break;
    first -= 1;
  }
  return first;
}

function packed(texts: readonly string[], tokensOfPiece: number): string[] {
  const pieces: string[][] = [];
  let left = 0;
  for (const text of texts) {
    const tokens = textTokens(text);
    if (tokens > left) {
      pieces.push([]);
      left = tokensOfPiece;
    }
    pieces.at(-1)?.push(text);
    left -= tokens;
  }
  return pieces.map((piece) => piece.join('\n\n'));
}

function tokensOf(texts: readonly string[]): number {
  return sum(texts, textTokens);
}
