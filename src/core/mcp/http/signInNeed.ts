import { OAuthClientFlowError, OAuthError, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import { InsufficientScopeError, UnauthorizedError } from '@modelcontextprotocol/client';
import { SignInError } from '../auth/signInError.ts';
import { reasonOf } from '../errorReason.ts';

/**
 * What a person has to know to sign in to a server, where an error says that this is needed: it wants a sign-in, did
 * not accept the one there is, or wants one with more rights. Undefined for any other error.
 */
export function signInNeed(error: unknown, hasOwnAuthorization: boolean): string | undefined {
  const cause = causeInSignIn(error);
  if (cause instanceof SignInError) return cause.message;
  if (cause instanceof InsufficientScopeError || isRefusedScope(cause)) return moreRights(cause);
  if (cause instanceof UnauthorizedError || isRefusal(cause)) {
    if (hasOwnAuthorization) {
      return 'It did not accept the "Authorization" header of its configuration (HTTP 401). Correct the header, or take it out and sign in.';
    }
    return isAfterSignIn(cause)
      ? 'It did not accept the sign-in that there is (HTTP 401). Sign in again.'
      : 'It wants to know who asks (HTTP 401). Sign in to it, or configure the header that it expects.';
  }
  return cause && `The sign-in did not succeed: ${reasonOf(cause)}. Sign in again.`;
}

/** The error in a chain of causes that is about signing in. */
function causeInSignIn(error: unknown): Error | undefined {
  for (let it = error, depth = 0; it instanceof Error && depth < 10; it = it.cause, depth++) {
    const isOfSignIn =
      it instanceof SignInError ||
      it instanceof UnauthorizedError ||
      it instanceof OAuthClientFlowError ||
      it instanceof OAuthError ||
      isRefusal(it) ||
      isRefusedScope(it);
    if (isOfSignIn) return it;
  }
  return undefined;
}

function isRefusal(error: unknown): boolean {
  if (error instanceof SseError) return error.code === 401;
  return error instanceof SdkHttpError && error.status === 401;
}

/** The SDK signed in, or renewed a token, and was refused again. */
function isAfterSignIn(error: unknown): boolean {
  return error instanceof SdkHttpError && error.message.includes('after re-authentication');
}

/** The SDK's answer when a server is not content even after the step-up that it asked for. */
function isRefusedScope(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 403 && error.message.includes('insufficient_scope');
}

function moreRights(error: unknown): string {
  const scope = error instanceof InsufficientScopeError ? error.requiredScope : undefined;
  return `It wants more rights than the sign-in has${scope === undefined ? '' : ` (${scope})`}. Sign in again to grant them.`;
}
