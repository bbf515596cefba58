import { setImmediate } from 'node:timers/promises';
import type { RecordEntry } from './conversationRecord.ts';
import { entryText, shortened } from './conversationRecord.ts';
import { entryChars } from './entryChars.ts';
import { textTokens } from './tokenEstimate.ts';

/** Requests that one summary may take. */
const mostPieces = 12;
const mostEntryChars = 8_000;
const fewestEntryChars = 250;
/** Of the room of all pieces, in characters: what quoting adds and what packing leaves empty need the rest. */
const charsPerToken = 3;
/** Entries that are quoted before other work of the process gets its turn. */
const entriesPerSlice = 500;

/**
 * A conversation in pieces that fit into requests of so many tokens, oldest first. What is too long for the pieces
 * that one summary may take is cut: first long entries, down to their beginnings, then the oldest ones are left out,
 * which the first piece says.
 */
export async function recordPieces(entries: readonly RecordEntry[], tokensOfPiece: number): Promise<string[]> {
  const limits = { most: Math.min(mostEntryChars, tokensOfPiece * 2), fewest: fewestEntryChars };
  const chars = entryChars(entries, mostPieces * tokensOfPiece * charsPerToken, limits);
  const pieces = await packed(entries, chars, tokensOfPiece);
  const leftOut = pieces.slice(0, -mostPieces).flat().length;
  const kept = pieces.slice(-mostPieces).map((texts) => texts.join('\n\n'));
  if (leftOut === 0) return kept;
  const [first = '', ...rest] = kept;
  return [`(${leftOut} older entries are left out, since the conversation is too long.)\n\n${first}`, ...rest];
}

/** The texts of the entries, each with at most so many characters of words, in groups that fit. */
async function packed(entries: readonly RecordEntry[], chars: number, tokensOfPiece: number): Promise<string[][]> {
  const pieces: string[][] = [];
  let left = 0;
  for (const [index, entry] of entries.entries()) {
    if (index % entriesPerSlice === entriesPerSlice - 1) await setImmediate();
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
