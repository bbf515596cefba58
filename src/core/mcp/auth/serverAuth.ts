import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';
import type { Event } from '../../../shared/base/emitter.ts';
import type { SignInError } from './signInError.ts';

/**
 * What the connections of one server carry of a sign-in. It uses tokens and renews them; it never opens a browser. Where
 * a person is needed it throws a `SignInError`, and the connection ends in `needsAuth` with that error's message.
 */
export interface ServerAuth {
  /** For the `authProvider` of the SDK's transports. */
  readonly authProvider: AuthProvider;
  /**
   * Goes around the `fetch` that a transport sends its requests to the server with: it proves possession of tokens that
   * are bound to a key (RFC 9449), and notices refusals that the transports do not tell apart.
   */
  wrapFetch(next: FetchLike): FetchLike;
  /** Why the server cannot be used without a sign-in, however a transport worded that; undefined while it can. */
  readonly demand: SignInError | undefined;
  /** Fires when a demand came up, also in the middle of an open connection. */
  readonly onDidDemand: Event<SignInError>;
  /** Whether tokens of a sign-in are in use. False before the first request. */
  readonly isSignedIn: boolean;
}
