import type { RecordEntry } from './conversationRecord.ts';
import { entryText, shortened } from './conversationRecord.ts';
import { textTokens } from './tokenEstimate.ts';

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
  let chars = Math.max(fewestEntryChars, Math.min(mostEntryChars, tokensOfPiece * 2));
  let pieces = packed(entries, chars, tokensOfPiece);
  while (pieces.length > mostPieces && chars > fewestEntryChars) {
    chars = Math.max(fewestEntryChars, Math.floor(chars / 2));
    pieces = packed(entries, chars, tokensOfPiece);
  }
  const leftOut = pieces.slice(0, -mostPieces).flat().length;
  const kept = pieces.slice(-mostPieces).map((texts) => texts.join('\n\n'));
  if (leftOut === 0) return kept;
  const [first = '', ...rest] = kept;
  return [`(${leftOut} older entries are left out, since the conversation is too long.)\n\n${first}`, ...rest];
}

/** The texts of the entries, each with at most so many characters of words, in groups that fit. */
function packed(entries: readonly RecordEntry[], chars: number, tokensOfPiece: number): string[][] {
  const pieces: string[][] = [];
  let left = 0;
  for (const entry of entries) {
    const text = entryText(shortened(entry, chars));
    const tokens = textTokens(text);
    if (tokens > left) {
      pieces.push([]);
      left = tokensOfPiece;
    }
    pieces.at(-1)?.push(text);
    left -= tokens;
  }
  return pieces;
}
