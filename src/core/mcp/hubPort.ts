import type { JsonObject } from '../../shared/base/json.ts';
import type { Event } from '../../shared/base/emitter.ts';
import type { Catalog, SkillDefinition, ToolDefinition } from './catalog/catalog.ts';
import type { ConfigIssue } from './config/configIssue.ts';
import type { ConnectionState, ServerIdentity } from './connection/connectionState.ts';
import type { CompletionResult, PromptResult, ResourceReadResult, ToolCallResult } from './connection/content.ts';
import type { ServerDefinition } from './config/serverDefinition.ts';
import type { RequestOrigin } from './host/askingRequest.ts';
import type { McpError } from './mcpError.ts';

/** Everything known of one configured server at one moment. */
export interface ServerSnapshot {
  readonly definition: ServerDefinition;
  readonly state: ConnectionState;
  /** What it offers. While it is not connected yet, what it offered last, if that is known; else empty. */
  readonly catalog: Catalog;
  /** Whether the catalog is that of the last connection: a request waits for the next one. */
  readonly isCatalogCached: boolean;
  /** What it said of itself, with the catalog. */
  readonly identity: ServerIdentity | undefined;
}

/** Options of a request to a server. */
export interface ServerRequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Comes back to the host's handlers with what the server asks because of the request. */
  readonly origin?: RequestOrigin | undefined;
}

export interface ToolCallOptions extends ServerRequestOptions {
  /** The hash of the tool's definition that the call was decided on: a tool of another definition is not called. */
  readonly definitionHash?: string | undefined;
  /**
   * Called when the answer, or the server's error, comes after the call has failed with `timeout`; ten minutes are
   * waited for it at most, and no longer than the connection lasts. From 2026-07-28 none comes over HTTP: the stream
   * of the answer is closed to cancel a request.
   */
  readonly onLateResult?: ((late: ToolCallResult | McpError) => void) | undefined;
  /** Called for each progress notification; progress also resets the time-out. */
  readonly onProgress?:
    ((progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void) | undefined;
}

/** What a completion is asked for. */
export interface CompletionQuery {
  readonly ref:
    { readonly type: 'prompt'; readonly name: string } | { readonly type: 'template'; readonly uri: string };
  readonly argument: string;
  readonly value: string;
  /** Arguments already chosen. */
  readonly context: Readonly<Record<string, string>>;
}

/**
 * What the agent sees of the servers, in plain types: no SDK object crosses this seam. The requests reject with an
 * `McpError` and nothing else. Surfaces hold the `Hub` itself, in types as plain: a person's control of the servers
 * (approval, restart, signing out, reading and changing the configuration) is theirs alone and out of the agent's
 * reach. To have the person sign in is within it: they answer each such call before it is made, and sign in themselves.
 */
export interface HubPort {
  /** Fires when a definition, a state or a catalog changed. */
  readonly onDidChange: Event<void>;
  /** A line of a server's stderr or a log message, secrets redacted. */
  readonly onDidLog: Event<{ readonly server: string; readonly line: string }>;

  /** All configured servers, in configuration order. */
  servers(): readonly ServerSnapshot[];
  server(name: string): ServerSnapshot | undefined;
  configIssues(): readonly ConfigIssue[];
  /** The tool behind a public name, among connected servers. */
  toolByPublicName(publicName: string): ToolDefinition | undefined;

  /** Starts what may start by itself and waits until no server is connecting, or the signal aborts. */
  ready(signal?: AbortSignal): Promise<void>;
  /**
   * Starts what may start by itself and waits until it is known what each server offers: as `ready` does, but not for a
   * server whose last catalog is kept. Requests wait for their server themselves. For a turn, which is to start at once.
   */
  catalogsReady(signal?: AbortSignal): Promise<void>;
  /** Connects; resolves to the state it ended in. Single-flight per server. */
  connect(name: string): Promise<ConnectionState>;
  /** Disconnects by the person's wish: the server stays off until connected again. */
  disconnect(name: string): Promise<void>;
  /** Whether a person can sign in to the server here. False for an unknown name, and where nobody sits. */
  canSignIn(name: string): boolean;
  /**
   * Lets the person sign in to a server and connects to it. For a call that the person allowed. Resolves to the new
   * state; rejects with a `SignInError`.
   */
  signIn(name: string, signal?: AbortSignal): Promise<ConnectionState>;
  /** The last lines of the server's log, oldest first (contract §10: 200). */
  logTail(name: string): readonly string[];

  callTool(server: string, tool: string, args: JsonObject, options?: ToolCallOptions): Promise<ToolCallResult>;
  readResource(server: string, uri: string, options?: ServerRequestOptions): Promise<ResourceReadResult>;
  /** The text of a skill after its frontmatter, verified as far as its server says what it must be. */
  readSkill(skill: SkillDefinition, options?: ServerRequestOptions): Promise<string>;
  getPrompt(
    server: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    options?: ServerRequestOptions,
  ): Promise<PromptResult>;
  complete(server: string, query: CompletionQuery, options?: ServerRequestOptions): Promise<CompletionResult>;
}
