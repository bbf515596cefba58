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

/** Settings of `oauth` (contract §3). */
export interface OAuthSettings {
  /** A client registered with the authorization server beforehand. */
  readonly clientId?: string | undefined;
  /** Name of the environment variable that holds its secret. */
  readonly clientSecretEnv?: string | undefined;
  /** Port of the redirect address, where the registered one has a fixed port. */
  readonly callbackPort?: number | undefined;
  /** Where the metadata of the authorization server are, when the server does not say so itself. */
  readonly authServerMetadataUrl?: string | undefined;
  /** Address of a client metadata document, which then is the client id. */
  readonly clientMetadataUrl?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** A server reached over the network. All values are expanded. */
export interface HttpTransportDefinition {
  readonly type: 'http' | 'sse';
  /** An absolute `http:` or `https:` URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A command line whose output, a JSON object of strings, is added to the headers of each connection. */
  readonly headersHelper?: string | undefined;
  /** Whether `type` was left out: a server that does not speak Streamable HTTP is tried with HTTP+SSE. */
  readonly triesSse: boolean;
  readonly oauth: OAuthSettings;
  /** Working directory of `headersHelper`. */
  readonly cwd: string;
}

/** A server reached through a WebSocket. */
export interface WebSocketTransportDefinition {
  readonly type: 'ws';
  /** An absolute `ws:` or `wss:` URL. */
  readonly url: string;
}

/** An entry that cannot start, because it is wrong. The server's state says why. */
export interface UnusableTransportDefinition {
  readonly type: 'unusable';
  /** The transport that the entry asks for, where that can be told. */
  readonly written: 'stdio' | 'http' | 'sse' | 'ws' | 'unknown';
}

export type TransportDefinition =
  StdioTransportDefinition | HttpTransportDefinition | WebSocketTransportDefinition | UnusableTransportDefinition;

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
  /** Whether the server learns the folders of the workspace. */
  readonly givesRoots: boolean;
  /** What happens when the server asks for an answer of the model. */
  readonly sampling: 'ask' | 'deny';
  readonly description?: string | undefined;
  /** Definitions of the same name that this one wins over, nearest first. */
  readonly overrides: readonly OverriddenDefinition[];
  /** SHA-256 (hex) over the whole unredacted definition; what trust is bound to. */
  readonly hash: string;
  /** The entry as written, for listing; variables not expanded, secrets possible: redact before showing. */
  readonly raw: Readonly<Record<string, unknown>>;
}
