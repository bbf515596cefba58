import type { OAuthTokens } from '@modelcontextprotocol/client';

/** What an access token may hold (RFC 6749, appendix A.12), without the blanks that no scheme allows in it. */
const accessToken = /^[\x21-\x7E]+$/u;

/**
 * The tokens of an answer, where a request can carry them. Throws otherwise: kept, they would fail each connection with
 * an error that quotes them.
 */
export function usableTokens<T extends Pick<OAuthTokens, 'access_token'>>(issued: T): T {
  if (accessToken.test(issued.access_token)) return issued;
  throw new Error('The access token has characters that no header can hold');
}
