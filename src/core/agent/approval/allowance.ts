import * as z from 'zod/mini';
import type { LastingSubject, ToolSubject } from './approvalSubject.ts';
import { subjectKey } from './approvalSubject.ts';

const definitionSchema = z.object({
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  inputSchema: z.unknown(),
  outputSchema: z.optional(z.unknown()),
  annotations: z.optional(z.unknown()),
});

const ofServer = {
  scope: z.enum(['user', 'project', 'local', 'session']),
  /** File of the server's definition. */
  file: z.string(),
  server: z.string(),
};

const lasting = {
  ...ofServer,
  /** What it is bound to; also what revoking names. */
  key: z.string(),
  /** Milliseconds since the epoch. */
  allowedAt: z.number(),
};

const toolAllowanceSchema = z.object({
  ...lasting,
  kind: z.literal('tool'),
  /** Original name. */
  tool: z.string(),
  /** The definition that was allowed, to say what changed. */
  definition: definitionSchema,
  /**
   * Not given in a dialog: `alwaysAllow` of the server's configuration covers the tool, and this is its definition when
   * that was used first. It allows nothing without that configuration.
   */
  origin: z.optional(z.literal('configuration')),
});
export type ToolAllowance = z.infer<typeof toolAllowanceSchema>;

/** A standing allowance, as it is kept on disk (contract §6): an "Always allow" of a person, or a pinned definition. */
export const allowanceSchema = z.discriminatedUnion('kind', [
  toolAllowanceSchema,
  z.object({ ...lasting, kind: z.literal('resource'), uri: z.string() }),
]);
export type Allowance = z.infer<typeof allowanceSchema>;

/** A person took the allowance of a tool back: from then on its configuration does not allow it unasked. */
export const withdrawalSchema = z.object({ ...ofServer, kind: z.literal('withdrawn'), tool: z.string() });
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export function toAllowance(subject: LastingSubject, allowedAt: number): Allowance {
  if (subject.kind === 'tool') return toToolAllowance(subject, allowedAt);
  return { ...toLasting(subject, allowedAt), kind: 'resource', uri: subject.uri };
}

/** The definition that a tool covered by `alwaysAllow` has when it is used first. */
export function toPin(subject: ToolSubject, allowedAt: number): ToolAllowance {
  return { ...toToolAllowance(subject, allowedAt), origin: 'configuration' };
}

function toToolAllowance(subject: ToolSubject, allowedAt: number): ToolAllowance {
  const { name: tool, title, description, inputSchema, outputSchema, annotations } = subject.tool;
  const definition = { title, description, inputSchema, outputSchema, annotations };
  return { ...toLasting(subject, allowedAt), kind: 'tool', tool, definition };
}

function toLasting(subject: LastingSubject, allowedAt: number) {
  const { name: server, scope, source } = subject.server;
  return { key: subjectKey(subject), scope, file: source.file, server, allowedAt };
}

export function toWithdrawal({ scope, file, server, tool }: ToolAllowance): Withdrawal {
  return { kind: 'withdrawn', scope, file, server, tool };
}

/** Whether an entry is of this tool, however it is defined now. */
export function isOfTool(entry: ToolAllowance | Withdrawal, { server, tool }: ToolSubject): boolean {
  return (
    entry.scope === server.scope &&
    entry.file === server.source.file &&
    entry.server === server.name &&
    entry.tool === tool.name
  );
}
