import type { ToolDefinition } from '../../mcp/catalog/catalog.ts';
import type { ServerDefinition } from '../../mcp/config/serverDefinition.ts';

interface OfServer {
  readonly server: ServerDefinition;
}

export type ToolSubject = OfServer & { readonly kind: 'tool'; readonly tool: ToolDefinition };

/**
 * What can be allowed beforehand: a server's tool, or one resource to be read by the model's wish. `content` is a hash of
 * what the resource is said to hold, where an allowance is to hold for nothing else.
 */
export type LastingSubject =
  ToolSubject | (OfServer & { readonly kind: 'resource'; readonly uri: string; readonly content?: string | undefined });

/** What an approval is about. Signing in to a server is the person's own doing, so nothing allows it beforehand. */
export type ApprovalSubject = LastingSubject | (OfServer & { readonly kind: 'signIn'; readonly publicName: string });

export function isLasting(subject: ApprovalSubject): subject is LastingSubject {
  return subject.kind !== 'signIn';
}

/**
 * What a remembered allowance is bound to (contract §6): scope, server, and the tool's definition or the URI. The file
 * of the definition belongs to the scope: a server of the same name in another project is another server.
 */
export function subjectKey(subject: LastingSubject): string {
  const { name, scope, source } = subject.server;
  const item = subject.kind === 'tool' ? subject.tool.hash : [subject.uri, subject.content ?? []].flat().join('\0');
  return JSON.stringify([scope, source.file, name, subject.kind, item]);
}

/**
 * Whether `alwaysAllow` of the server's own definition covers a tool. The person wrote or gave the file, or approved the
 * definition after reading these very names (`writtenCommand`). It lets run what the tool is when that is used first.
 */
export function isAlwaysAllowed({ server, tool }: ToolSubject): boolean {
  return server.alwaysAllow.some((name) => name === '*' || name === tool.name);
}
