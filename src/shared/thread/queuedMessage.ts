import * as z from 'zod/mini';

/** A message that was sent while a turn ran. It becomes a turn of its own later, and answers nothing before. */
export const queuedMessageSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Resources chosen by hand. */
  attachments: z.array(z.object({ server: z.string(), uri: z.string() })),
});
export type QueuedMessage = z.infer<typeof queuedMessageSchema>;
