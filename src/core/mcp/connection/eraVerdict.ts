import * as z from 'zod/mini';

/** What a server was found to speak, so that the next connection to the same definition need not probe. */
export const eraVerdictSchema = z.object({
  era: z.enum(['legacy', 'modern']),
  /** The variant that worked: an address without `type` may be either of the two. */
  transport: z.enum(['stdio', 'http', 'sse', 'ws']),
});
export type EraVerdict = z.infer<typeof eraVerdictSchema>;
