import type { CompactionOutcome } from '../threadRunnerPort.ts';

/** Answers `/compact`: what the summary saved, or why there is none. */
export function compactAnswer(outcome: CompactionOutcome): string {
  if (outcome.status !== 'completed') return outcome.message;
  const { tokensBefore, tokensAfter } = outcome;
  return `The older part of the conversation is summarized for the model: about ${tokensBefore} tokens became ${tokensAfter}.`;
}
