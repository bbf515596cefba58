import { InsecureTokenEndpointError, IssuerMismatchError, OAuthError } from '@modelcontextprotocol/client';
import { SignInError } from './signInError.ts';
import { UnknownTokenTypeError } from './usableTokens.ts';

const maxQuotedChars = 300;

/** Text of an authorization server, short enough for a message. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > maxQuotedChars ? `${line.slice(0, maxQuotedChars)}…` : line;
}

/** Codes of RFC 6749 §5.2 by which the authorization server says that it does not know this client (any more). */
export function isClientUnknown(error: unknown): boolean {
  return hasCode(error, 'invalid_client', 'unauthorized_client');
}

/** Codes by which it says that a code or a refresh token is worth nothing (any more). */
export function isGrantInvalid(error: unknown): boolean {
  return hasCode(error, 'invalid_grant', 'invalid_dpop_proof');
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof OAuthError && codes.includes(error.code);
}

/**
 * Says what went wrong at an authorization server. An answer that is no error of OAuth is not quoted: the SDK puts the
 * whole body into its message, and that may hold a token; so it is no cause either.
 */
export function describeOAuthError(server: string, issuer: string, error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof IssuerMismatchError) {
    return new SignInError(
      'untrusted',
      `The answer to the sign-in to "${server}" does not come from ${issuer}, where it was asked for. It was not used. ` +
        'Try again; if it stays so, tell whoever runs the server.',
      { cause: error },
    );
  }
  if (error instanceof InsecureTokenEndpointError) {
    return new SignInError(
      'untrusted',
      `The authorization server of "${server}" wants tokens sent without TLS. Nothing was sent. Tell whoever runs it.`,
      { cause: error },
    );
  }
  if (error instanceof OAuthError && error.code !== 'server_error') {
    return new SignInError(
      'refused',
      `The authorization server of "${server}" refused: ${quoted(error)}. Sign in again, or ask whoever runs the server.`,
      { cause: error },
    );
  }
  if (error instanceof UnknownTokenTypeError) {
    return new SignInError(
      'unreachable',
      `The authorization server of "${server}" (${issuer}) issued a token of the type "${shortened(error.tokenType)}", ` +
        'which is not understood here (Bearer is, and DPoP where it was asked for). It was not used. Tell whoever runs it.',
    );
  }
  return new SignInError(
    'unreachable',
    `The authorization server of "${server}" (${issuer}) gave an answer that cannot be used. Try again later; if it ` +
      'stays so, tell whoever runs it.',
  );
}

function quoted({ code, message }: OAuthError): string {
  return shortened(message === '' || message === code ? code : `${code}: ${message}`);
}
