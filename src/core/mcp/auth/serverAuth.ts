import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';

/**
 * What the connections of one server carry of a sign-in. It uses tokens and renews them; it never opens a browser. Where
 * a person is needed it throws a `SignInError`, and the connection ends in `needsAuth` with that error's message.
 */
export interface ServerAuth {
  /** For the `authProvider` of the SDK's transports. */
  readonly authProvider: AuthProvider;
  /**
   * Goes around the `fetch` that a transport sends its requests to the server with: it proves possession of tokens that
   * are bound to a key (RFC 9449), and turns a refusal for want of scope into a `SignInError`.
   */
  wrapFetch(next: FetchLike): FetchLike;
  /** Tokens in use, to be taken out of whatever is logged. */
  secrets(): readonly string[];
}
