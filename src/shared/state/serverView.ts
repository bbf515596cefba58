import * as z from 'zod/mini';

/** A connection's state as a person sees it; words of contract §7. */
const serverStatusSchema = z.enum([
  'connected',
  'connecting',
  'disconnected',
  'disabled',
  'needsApproval',
  'needsAuth',
  'failed',
]);
export type ServerStatus = z.infer<typeof serverStatusSchema>;

/** What a workspace wants to start and be granted, shown before it is approved. Environment values never travel. */
const serverCommandSchema = z.object({
  command: z.string(),
  args: z.readonly(z.array(z.string())),
  cwd: z.string(),
  environmentNames: z.readonly(z.array(z.string())),
  /** Names of tools that would run without asking; `*` among them is every tool. */
  alwaysAllow: z.readonly(z.array(z.string())),
});

/** One configured server, redacted for the view. */
export const serverViewSchema = z.object({
  name: z.string(),
  scope: z.enum(['user', 'project', 'local', 'session']),
  /** Where it is configured, e.g. `.mcp.json:3`. */
  source: z.string(),
  transport: z.string(),
  status: serverStatusSchema,
  /** What went wrong and what to do, with `failed` and `needsAuth`. */
  error: z.optional(z.string()),
  /** Of the definition that is shown; an approval names it. */
  hash: z.string(),
  /** Present for a stdio server that needs approval. */
  command: z.optional(serverCommandSchema),
  protocolVersion: z.optional(z.string()),
  counts: z.object({
    tools: z.number(),
    resources: z.number(),
    templates: z.number(),
    prompts: z.number(),
  }),
  /** What of its offer is missing and why, such as a list that could not be read (contract §7). */
  warnings: z.readonly(z.array(z.object({ code: z.string(), message: z.string() }))),
});
export type ServerView = z.infer<typeof serverViewSchema>;

/** Something wrong in a configuration file that no server row can show. */
export const configIssueViewSchema = z.object({
  code: z.string(),
  /** Path relative to the workspace where possible, with the line. */
  source: z.string(),
  server: z.optional(z.string()),
  message: z.string(),
});
export type ConfigIssueView = z.infer<typeof configIssueViewSchema>;
