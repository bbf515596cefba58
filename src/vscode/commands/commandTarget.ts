import * as z from 'zod/mini';

const commandTargetSchema = z.object({
  server: z.optional(z.string()),
  tool: z.optional(z.string()),
  /** `<provider>/<model>` or a part of it. */
  model: z.optional(z.string()),
  format: z.optional(z.enum(['markdown', 'json'])),
});

/** What a command is about, when a button beside it started the command; whatever is absent is asked for. */
export type CommandTarget = z.infer<typeof commandTargetSchema>;

/** Reads the argument of a command, which keybindings and other extensions may give too. */
export function toCommandTarget(argument: unknown): CommandTarget {
  const parsed = z.safeParse(commandTargetSchema, argument);
  return parsed.success ? parsed.data : {};
}
