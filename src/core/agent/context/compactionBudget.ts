import type { CompactionCause } from '../../../shared/thread/compaction.ts';
import type { LanguageModel } from '../../models/languageModel.ts';

/** Sizes of a compaction, in tokens. */
export interface CompactionBudget {
  /** Of the conversation, what may stay as it was said. */
  readonly keep: number;
  /** Of the summary. */
  readonly tokens: number;
  /** Of the conversation, in one request for a summary. */
  readonly tokensOfPiece: number;
  /** What a summary must at least stand for to be worth a request. */
  readonly leastGain: number;
}

const keptPart = 0.3;
const keptPartOfWindow = 0.2;
const mostSummaryTokens = 4_000;
const summaryPartOfWindow = 0.15;
const piecePartOfWindow = 0.5;
const refusedPiecePart = 0.6;
/** Instructions and the frame of a request for a summary. */
const requestTokens = 700;
/** Where the window is not known: most have more, and a smaller one is found out. */
const usualPiece = 24_000;
const leastPiece = 500;
const leastGain = 200;
/** By itself it is done only where the conversation is what fills the window, not tools or instructions. */
const leastGainPartOfWindow = 0.1;

/** Sizes for a conversation of so many tokens and the model that summarizes it. */
export function compactionBudget(
  conversation: number,
  { contextWindow: window }: LanguageModel,
  cause: CompactionCause,
): CompactionBudget {
  const keep = Math.floor(Math.min(conversation * keptPart, (window ?? Infinity) * keptPartOfWindow));
  const tokens = Math.floor(
    Math.min(mostSummaryTokens, (window ?? Infinity) * summaryPartOfWindow, Math.max(200, conversation / 4)),
  );
  // A model that refused the whole takes less than that, whatever its window is said to be.
  const refused = cause === 'overflow' ? conversation * refusedPiecePart : Infinity;
  const ofWindow = window === undefined ? usualPiece : window * piecePartOfWindow - tokens - requestTokens;
  const tokensOfPiece = Math.max(leastPiece, Math.floor(Math.min(ofWindow, refused)));
  const gain = cause === 'percent' ? Math.floor((window ?? 0) * leastGainPartOfWindow) : 0;
  return { keep, tokens, tokensOfPiece, leastGain: Math.max(leastGain, gain) };
}
