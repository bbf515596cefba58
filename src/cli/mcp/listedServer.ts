import type { ServerApproval } from '../../core/mcp/connection/configuredServer.ts';
import type { ServerIdentity } from '../../core/mcp/connection/connectionState.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import { redactedEntry } from '../../core/mcp/config/redactedEntry.ts';
import type { ServerDefinition, ServerScope } from '../../core/mcp/config/serverDefinition.ts';
import { failureOf, serverCounts, statusWord } from '../serverStatus.ts';
import type { Failure, ServerCounts, ServerStatusWord } from '../streamObject.ts';

/** One server of `mcp list --json` (contract §8). */
export interface ListedServer {
  readonly name: string;
  readonly scope: ServerScope;
  /** Absolute path of the file that defines it. */
  readonly source: string;
  /** 1-based. */
  readonly line: number;
  readonly transport: string;
  readonly enabled: boolean;
  /** Whether a server of the workspace may start; `none` for servers that need no approval. */
  readonly approval: ServerApproval;
  /** With `--check` only. */
  readonly status?: ServerStatusWord | undefined;
  readonly error?: Failure | undefined;
  /** Of a connected server, with `--check`. */
  readonly protocolVersion?: string | undefined;
  readonly era?: ServerIdentity['era'] | undefined;
  /** What it offers; tools that are switched off do not count. */
  readonly counts?: ServerCounts | undefined;
  /** Definitions of the same name that this one wins over, nearest first. */
  readonly overrides?: readonly { readonly scope: ServerScope; readonly source: string; readonly line: number }[];
  /** As written, secrets redacted. */
  readonly definition: Readonly<Record<string, unknown>>;
}

export function listedServer(snapshot: ServerSnapshot, approval: ServerApproval, isChecked: boolean): ListedServer {
  const { definition, state } = snapshot;
  const { name, scope, source, overrides } = definition;
  const error = failureOf(state);
  return {
    name,
    scope,
    source: source.file,
    line: source.line,
    transport: transportWord(definition),
    enabled: !definition.isDisabled,
    approval,
    ...(isChecked && { status: statusWord(state) }),
    ...(error && { error }),
    ...(isChecked &&
      state.status === 'connected' && {
        protocolVersion: state.identity.protocolVersion,
        era: state.identity.era,
        counts: serverCounts(snapshot),
      }),
    ...(overrides.length > 0 && {
      overrides: overrides.map((other) => ({ scope: other.scope, source: other.source.file, line: other.source.line })),
    }),
    definition: redactedEntry(definition.raw),
  };
}

function transportWord({ transport }: ServerDefinition): string {
  return transport.type === 'unusable' ? transport.written : transport.type;
}

/** A server's state in a word or two. */
export function stateText({ status, enabled, approval }: ListedServer): string {
  if (approval === 'rejected') return 'rejected';
  if (status !== undefined) return status.replaceAll('_', ' ');
  if (!enabled) return 'disabled';
  return approval === 'pending' ? 'needs approval' : 'enabled';
}

/** What a server offers, such as "1 tool, 2 prompts". */
export function countsText(counts: ServerCounts): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  const words = some.map(([kind, count]) => (count === 1 ? `1 ${kind.slice(0, -1)}` : `${count} ${kind}`));
  return words.join(', ') || 'nothing';
}

/** What an entry starts or reaches, as written. */
export function startText({ command, args, url }: Readonly<Record<string, unknown>>): string {
  const words: unknown[] = [command ?? url, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  return words.filter((word) => typeof word === 'string').join(' ');
}
