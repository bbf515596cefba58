import * as z from 'zod/mini';
import { canonicalJson } from '../../mcp/config/canonicalHash.ts';
import type { ToolDefinition } from '../../mcp/catalog/catalog.ts';
import type { LastingSubject } from './approvalSubject.ts';
import { subjectKey } from './approvalSubject.ts';

const definitionSchema = z.object({
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  inputSchema: z.unknown(),
  outputSchema: z.optional(z.unknown()),
  annotations: z.optional(z.unknown()),
});

const ofServer = {
  /** What it is bound to; also what revoking names. */
  key: z.string(),
  scope: z.enum(['user', 'project', 'local', 'session']),
  /** File of the server's definition. */
  file: z.string(),
  server: z.string(),
  /** Milliseconds since the epoch. */
  allowedAt: z.number(),
};

/** An "Always allow" of a person, as it is kept on disk (contract §6). */
export const allowanceSchema = z.discriminatedUnion('kind', [
  z.object({
    ...ofServer,
    kind: z.literal('tool'),
    /** Original name. */
    tool: z.string(),
    /** The definition that was allowed, to say what changed. */
    definition: definitionSchema,
  }),
  z.object({ ...ofServer, kind: z.literal('resource'), uri: z.string() }),
]);
export type Allowance = z.infer<typeof allowanceSchema>;

export function toAllowance(subject: LastingSubject, allowedAt: number): Allowance {
  const { name, scope, source } = subject.server;
  const base = { key: subjectKey(subject), scope, file: source.file, server: name, allowedAt };
  if (subject.kind === 'resource') return { ...base, kind: 'resource', uri: subject.uri };
  const { title, description, inputSchema, outputSchema, annotations } = subject.tool;
  const definition = { title, description, inputSchema, outputSchema, annotations };
  return { ...base, kind: 'tool', tool: subject.tool.name, definition };
}

const quotedChars = 200;

/** What changed between the allowed definition of a tool and the present one, in a sentence for a person. */
export function describeChange(allowance: Extract<Allowance, { kind: 'tool' }>, tool: ToolDefinition): string {
  const before = allowance.definition;
  const fields = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
  // In an object, so that a field which is absent has a text as well.
  const changed = fields.filter((it) => canonicalJson({ [it]: before[it] }) !== canonicalJson({ [it]: tool[it] }));
  if (changed.length === 0) return 'Its definition is another.';
  const list = `Changed: ${changed.join(', ')}.`;
  if (!changed.includes('description')) return list;
  return `${list} The description was ${quote(before.description)} and is now ${quote(tool.description)}.`;
}

function quote(text: string | undefined): string {
  if (text === undefined) return 'empty';
  return JSON.stringify(text.length > quotedChars ? `${text.slice(0, quotedChars)}…` : text);
}
