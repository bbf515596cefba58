import * as z from 'zod/mini';

/** Why older parts of a conversation are summarized: by request, at the percentage of the settings, or because the model refused. */
export const compactionCauseSchema = z.enum(['asked', 'percent', 'overflow']);
export type CompactionCause = z.infer<typeof compactionCauseSchema>;

/**
 * How far a summary reaches: every turn before `turnId`, and of that turn the first `rounds` rounds. What the person
 * asked in that turn stays as it was said.
 */
export const compactionReachSchema = z.object({ turnId: z.string(), rounds: z.number() });
export type CompactionReach = z.infer<typeof compactionReachSchema>;

/** A summary that stands for the older part of a conversation in what the model reads. The conversation itself stays whole. */
export interface Compaction {
  readonly id: string;
  readonly at: number;
  readonly cause: CompactionCause;
  readonly reach: CompactionReach;
  readonly summary: string;
  /** Estimated tokens of the conversation before and after. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
