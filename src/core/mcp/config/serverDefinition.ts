/** Where a definition comes from. Later wins by name: user < project < local < session (contract §3). */
export type ServerScope = 'user' | 'project' | 'local' | 'session';

/** File and line (1-based) of the definition's key. */
interface DefinitionSource {
  readonly file: string;
  readonly line: number;
}

/** A definition that another of the same name wins over. */
interface OverriddenDefinition {
  readonly scope: ServerScope;
  readonly source: DefinitionSource;
}

/** A server started as a child process. All values are expanded; `env` holds only what is configured. */
export interface StdioTransportDefinition {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute working directory. */
  readonly cwd: string;
}

/** An entry that cannot start, because it is wrong or asks for what this version lacks. The server's state says why. */
export interface UnusableTransportDefinition {
  readonly type: 'unusable';
  /** The transport that the entry asks for, where that can be told. */
  readonly written: 'stdio' | 'http' | 'sse' | 'ws' | 'unknown';
}

export type TransportDefinition = StdioTransportDefinition | UnusableTransportDefinition;

/** What is configured under one name, expanded. Its life is a `ServerConnection`. */
export interface ServerDefinition {
  readonly name: string;
  readonly scope: ServerScope;
  readonly source: DefinitionSource;
  readonly transport: TransportDefinition;
  readonly isDisabled: boolean;
  /** Per request, in milliseconds. */
  readonly timeoutMs: number;
  readonly alwaysAllow: readonly string[];
  readonly disabledTools: readonly string[];
  /** Whether the server's instructions go to the model. */
  readonly usesInstructions: boolean;
  readonly description?: string | undefined;
  /** Definitions of the same name that this one wins over, nearest first. */
  readonly overrides: readonly OverriddenDefinition[];
  /** SHA-256 (hex) over the whole unredacted definition; what trust is bound to. */
  readonly hash: string;
  /** The entry as written, for listing; variables not expanded, secrets possible: redact before showing. */
  readonly raw: Readonly<Record<string, unknown>>;
}
