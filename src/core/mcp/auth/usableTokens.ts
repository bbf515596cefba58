import type { OAuthTokens } from '@modelcontextprotocol/client';

/** What an access token may hold (RFC 6749, appendix A.12), without the blanks that no scheme allows in it. */
const accessToken = /^[\x21-\x7E]+$/u;

/** An authorization server issued a token of a type that this client does not understand. */
export class UnknownTokenTypeError extends Error {
  override readonly name = 'UnknownTokenTypeError';
  /** As the server wrote it. */
  readonly tokenType: string;

  constructor(tokenType: string) {
    super('The access token is of an unknown type');
    this.tokenType = tokenType;
  }
}

/**
 * The tokens of an answer, where a request can carry them; `isBound` says whether they were asked for with a key. Throws
 * otherwise: kept, they would fail each connection with an error that quotes them, and a token of a type that is not
 * understood must not be used (RFC 6749 §7.1).
 */
export function usableTokens<T extends Pick<OAuthTokens, 'access_token' | 'token_type'>>(
  issued: T,
  isBound: boolean,
): T {
  const type = issued.token_type.toLowerCase();
  if (type !== 'bearer' && !(isBound && type === 'dpop')) throw new UnknownTokenTypeError(issued.token_type);
  if (accessToken.test(issued.access_token)) return issued;
  throw new Error('The access token has characters that no header can hold');
}
