import type { UrlElicitation } from './host/hostHandlers.ts';

/**
 * Why a request to a server failed:
 * - `unknown_server`, `disabled`, `not_connected`: it was never sent;
 * - `changed`: it was not sent, because the tool is another one than the call was decided on;
 * - `not_found`: -32002 or -32602 for a resource, or an unknown prompt or tool;
 * - `timeout`, `aborted`, `server_gone`: sent, but no answer came;
 * - `session_lost`: the server did nothing with it, because it no longer knows the session;
 * - `needs_auth`: the server did nothing with it, because it wants a sign-in, or one with more rights;
 * - `protocol`: the server answered with an error.
 */
export type McpErrorCode =
  | 'unknown_server'
  | 'disabled'
  | 'not_connected'
  | 'changed'
  | 'not_found'
  | 'timeout'
  | 'aborted'
  | 'server_gone'
  | 'session_lost'
  | 'needs_auth'
  | 'protocol';

interface McpErrorOptions {
  readonly rpcCode?: number;
  readonly elicitations?: readonly UrlElicitation[];
  readonly cause?: unknown;
}

/** A request to a server failed. The message says what happened and what to do. */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly code: McpErrorCode;
  readonly server: string;
  /** The JSON-RPC code, with `protocol` and `not_found`. */
  readonly rpcCode: number | undefined;
  /**
   * Addresses that a person has to go to before the request is sent again: with -32042, which only the legacy era has
   * (specification 2025-11-25, "client/elicitation", URL mode). Never opened without the person's consent.
   */
  readonly elicitations: readonly UrlElicitation[];

  constructor(code: McpErrorCode, server: string, message: string, options: McpErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.server = server;
    this.rpcCode = options.rpcCode;
    this.elicitations = options.elicitations ?? [];
  }
}
