import * as z from 'zod/mini';

/** Hints a server gives about a tool. Untrusted: they label and sort, they never grant (contract §6). */
export const toolAnnotationsSchema = z.object({
  title: z.optional(z.string()),
  readOnlyHint: z.optional(z.boolean()),
  destructiveHint: z.optional(z.boolean()),
  idempotentHint: z.optional(z.boolean()),
  openWorldHint: z.optional(z.boolean()),
});
export type ToolAnnotations = z.infer<typeof toolAnnotationsSchema>;

/** What a tool call acts on, resolved from the name the model used. */
export const toolTargetSchema = z.discriminatedUnion('kind', [
  /** A server's own tool, under its original name. */
  z.object({
    kind: z.literal('tool'),
    server: z.string(),
    tool: z.string(),
    title: z.optional(z.string()),
    description: z.optional(z.string()),
    annotations: z.optional(toolAnnotationsSchema),
  }),
  /** A `resources/read` through `access_mcp_resource`; name, description and type come from the matching entry. */
  z.object({
    kind: z.literal('resource'),
    server: z.string(),
    uri: z.string(),
    name: z.optional(z.string()),
    description: z.optional(z.string()),
    mimeType: z.optional(z.string()),
  }),
  /** The sign-in to a server that needs one. `url` is its address as configured, secrets taken out. */
  z.object({ kind: z.literal('signIn'), server: z.string(), url: z.string() }),
  /** A tool of Patchbay's own that needs no approval, such as `list_mcp_resources`. */
  z.object({ kind: z.literal('builtin'), name: z.string() }),
  /** The model named a tool that does not exist. */
  z.object({ kind: z.literal('unknown') }),
]);
export type ToolTarget = z.infer<typeof toolTargetSchema>;
