import * as z from 'zod/mini';
import { declareRequest } from '../rpc/declaration.ts';

/** A resource or template in a picker. All text is the server's: shown, never interpreted. */
const resourceEntrySchema = z.object({
  kind: z.enum(['resource', 'template']),
  server: z.string(),
  /** URI, or the RFC 6570 template. */
  uri: z.string(),
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  mimeType: z.optional(z.string()),
  /** Names of the template's variables, in order. */
  variables: z.array(z.string()),
});
export type ResourceEntry = z.infer<typeof resourceEntrySchema>;

const promptArgumentSchema = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  isRequired: z.boolean(),
});

/** A prompt in a picker or in the composer's menu. */
export const promptEntrySchema = z.object({
  server: z.string(),
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  arguments: z.array(promptArgumentSchema),
});
export type PromptEntry = z.infer<typeof promptEntrySchema>;

/** view → host. Everything connected servers offer, complete. */
export const listResources = declareRequest('catalog/resources', {
  params: z.object({}),
  result: z.object({ entries: z.array(resourceEntrySchema) }),
  timeoutMs: 30_000,
});

/** view → host. */
export const listPrompts = declareRequest('catalog/prompts', {
  params: z.object({}),
  result: z.object({ entries: z.array(promptEntrySchema) }),
  timeoutMs: 30_000,
});

/** A skill in the composer's menu. */
const skillEntrySchema = z.object({
  server: z.string(),
  name: z.string(),
  /** What calls it at the beginning of a message, such as `$tour:packing`. */
  command: z.string(),
  description: z.optional(z.string()),
});
export type SkillEntry = z.infer<typeof skillEntrySchema>;

/** view → host. Nothing of a skill but its listing has been read. */
export const listSkills = declareRequest('catalog/skills', {
  params: z.object({}),
  result: z.object({ entries: z.array(skillEntrySchema) }),
  timeoutMs: 30_000,
});

/** A tool in the list of its server. */
const toolEntrySchema = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  /** The server's claims. */
  isReadOnly: z.boolean(),
  isDestructive: z.boolean(),
});
export type ToolEntry = z.infer<typeof toolEntrySchema>;

/** view → host. All tools of one server, those that are switched off among them. */
export const listTools = declareRequest('catalog/tools', {
  params: z.object({ server: z.string() }),
  result: z.object({ entries: z.array(toolEntrySchema) }),
  timeoutMs: 10_000,
});

/** view → host. Fills an RFC 6570 template; the variables that are absent stay undefined. */
export const expandTemplate = declareRequest('catalog/expandTemplate', {
  params: z.object({ template: z.string(), values: z.record(z.string(), z.string()) }),
  result: z.object({ uri: z.string() }),
  timeoutMs: 10_000,
});

/** view → host. Values for one argument from the server; empty where the server offers no completion. */
export const completeArgument = declareRequest('catalog/complete', {
  params: z.object({
    server: z.string(),
    ref: z.discriminatedUnion('type', [
      z.object({ type: z.literal('prompt'), name: z.string() }),
      z.object({ type: z.literal('template'), uri: z.string() }),
    ]),
    argument: z.string(),
    value: z.string(),
    /** The other arguments already filled. */
    context: z.record(z.string(), z.string()),
  }),
  result: z.object({ values: z.array(z.string()), hasMore: z.boolean() }),
  timeoutMs: 30_000,
});
