/**
 * Why a sign-in failed, or has to come first:
 * - `needs_person`: only a person can go on, by signing in;
 * - `no_surface`: nobody can sign in here;
 * - `not_applicable`: the server is none to sign in to;
 * - `cancelled`, `timeout`: the person did not finish, or another sign-in took its place;
 * - `refused`: the authorization server, or the person there, said no;
 * - `no_client`: the authorization server wants a client that is registered with it beforehand;
 * - `callback`: this machine cannot carry it out: it opens no browser, no port is left to receive the answer at, what came
 *   there was not the answer, or it cannot be kept;
 * - `untrusted`: what the server or its authorization server says of itself does not fit, or leads where it must not;
 * - `unreachable`: the authorization server cannot be reached, or answers with nonsense.
 */
export type SignInErrorCode =
  | 'needs_person'
  | 'no_surface'
  | 'not_applicable'
  | 'cancelled'
  | 'timeout'
  | 'refused'
  | 'no_client'
  | 'callback'
  | 'untrusted'
  | 'unreachable';

/** Signing in to a server failed. The message says what happened and what to do; it never holds a secret. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: SignInErrorCode;

  constructor(code: SignInErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
