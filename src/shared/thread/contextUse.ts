import * as z from 'zod/mini';

/** What fills the model's context window, in tokens by category, as far as it was measured for the last request. */
export const contextUseSchema = z.object({
  /** System prompt, with instructions of servers and of the project. */
  system: z.number(),
  /** Definitions of tools. */
  tools: z.number(),
  /** Attached resources, prompts and skills. */
  material: z.number(),
  /** What was said, calls and their results. */
  conversation: z.number(),
  /** Size of the window, when it is known. */
  window: z.optional(z.number()),
});
export type ContextUse = z.infer<typeof contextUseSchema>;

export function totalTokens({ system, tools, material, conversation }: ContextUse): number {
  return system + tools + material + conversation;
}
