/**
 * Why a connection is not there. `message` says what happened and what to do.
 * - `spawn_failed`, `exited`: a child process could not be started, or ended;
 * - `unreachable`, `tls`: no connection to the address, or none that can be trusted;
 * - `http_status`: the address answers, but not as a server;
 * - `lost`: an open connection over the network broke;
 * - `protocol`: it answers, but not in the protocol.
 */
export interface ConnectionFailure {
  readonly code:
    | 'spawn_failed'
    | 'exited'
    | 'timeout'
    | 'protocol'
    | 'invalid_config'
    | 'missing_env'
    | 'unreachable'
    | 'tls'
    | 'http_status'
    | 'lost';
  readonly message: string;
  /** When it is tried again by itself, in milliseconds since the epoch. */
  readonly retryAt?: number | undefined;
  /** Whether what is missing is asked for when a person connects. */
  readonly isAskedFor?: boolean | undefined;
}

/** What a connected server said of itself. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly protocolVersion: string;
  /** `legacy` up to 2025-11-25, `modern` from 2026-07-28. */
  readonly era: 'legacy' | 'modern';
  /** The variant that worked: an address without `type` may be reached in two ways. */
  readonly transport: 'stdio' | 'http' | 'sse' | 'ws';
  /** Untrusted text of the server. */
  readonly instructions?: string | undefined;
  readonly declares: {
    readonly tools: boolean;
    readonly resources: boolean;
    readonly prompts: boolean;
    readonly completions: boolean;
    /** Whether it may be told what to log. */
    readonly logging: boolean;
    /** Whether it reports changes of a resource to who subscribes. */
    readonly subscriptions: boolean;
  };
}

/** One life of one connection (design.md, "Three words for servers"). A failure is a state, never a throw. */
export type ConnectionState =
  | { readonly status: 'disabled' }
  | { readonly status: 'needsApproval' }
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting' }
  | { readonly status: 'connected'; readonly identity: ServerIdentity }
  | { readonly status: 'needsAuth'; readonly message: string }
  | { readonly status: 'failed'; readonly failure: ConnectionFailure };
