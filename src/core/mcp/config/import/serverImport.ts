import type { ServerDefinition } from '../serverDefinition.ts';
import type { AddedServer, EditableScope, ServerEdits } from '../serverEdits.ts';
import type { ImportableServer, ImportSource, PastedServers } from './importableServer.ts';

/** Where other products keep their configuration on this machine. */
export interface ImportOptions {
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
  /** For `APPDATA` and `XDG_CONFIG_HOME`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workspaceFolder?: string | undefined;
  /** What is configured already, to name conflicts. */
  readonly configured: readonly ServerDefinition[];
}

export interface ImportChoice {
  readonly isReplacing?: boolean | undefined;
  /** Whether the tools that the other product runs without asking run without asking here too. */
  readonly copiesAlwaysAllow?: boolean | undefined;
}

/** The servers of other products, as they would be added. Files that are not there are left out; nothing rejects. */
export function findImportable(_options: ImportOptions): Promise<readonly ImportSource[]> {
  return Promise.resolve([]);
}

/** Servers from text that a person pasted: JSON of any product that is known, one entry of it, or a command line. */
export function parsePasted(_text: string, _configured: readonly ServerDefinition[] = []): PastedServers {
  return { product: 'unknown', servers: [], problems: [] };
}

/** Adds one server that a person chose. Rejects with a `ConfigEditError`. */
export function addImported(
  edits: ServerEdits,
  scope: EditableScope,
  { name, entry, inputs, alwaysAllow }: ImportableServer,
  { isReplacing, copiesAlwaysAllow = false }: ImportChoice = {},
): Promise<AddedServer> {
  const allowed = copiesAlwaysAllow && alwaysAllow.length > 0 ? { alwaysAllow: [...alwaysAllow] } : {};
  return edits.add(scope, name, { ...entry, ...allowed }, { isReplacing, inputs });
}
