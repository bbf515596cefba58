import type { ServerApproval } from '../../core/mcp/connection/configuredServer.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import { redactedEntry } from '../../core/mcp/config/redactedEntry.ts';
import type { ServerDefinition, ServerScope } from '../../core/mcp/config/serverDefinition.ts';
import { failureOf, statusWord } from '../serverStatus.ts';
import type { Failure, ServerStatusWord } from '../streamObject.ts';

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
  /** Definitions of the same name that this one wins over, nearest first. */
  readonly overrides?: readonly { readonly scope: ServerScope; readonly source: string; readonly line: number }[];
  /** As written, secrets redacted. */
  readonly definition: Readonly<Record<string, unknown>>;
}

export function listedServer(
  { definition, state }: ServerSnapshot,
  approval: ServerApproval,
  isChecked: boolean,
): ListedServer {
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
    ...(overrides.length > 0 && {
      overrides: overrides.map((other) => ({ scope: other.scope, source: other.source.file, line: other.source.line })),
    }),
    definition: redactedEntry(definition.raw),
  };
}

function transportWord({ transport }: ServerDefinition): string {
  return transport.type === 'unusable' ? transport.written : transport.type;
}
