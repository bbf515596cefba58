import type { FetchLike, OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import { selectClientAuthMethod } from '@modelcontextprotocol/client';
import type { Discovery } from './discovery.ts';
import type { IssuedTokens } from './signInRecord.ts';

/**
 * Has an authorization server end tokens, where its metadata name an address for that (RFC 7009). Resolves to whether
 * it did. Rejects when it cannot be reached.
 */
export async function revoke(
  discovery: Discovery,
  tokens: IssuedTokens,
  client: OAuthClientInformationMixed,
  fetch: FetchLike,
): Promise<boolean> {
  const { metadata } = discovery;
  const endpoint: unknown = metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  if (typeof endpoint !== 'string') return false;
  // The refresh token first: ending it ends what was made of it.
  const held = [
    ['refresh_token', tokens.refreshToken],
    ['access_token', tokens.accessToken],
  ] as const;
  let isRevoked = true;
  for (const [hint, token] of held) {
    if (token === undefined) continue;
    const { headers, body } = request(client, discovery, new URLSearchParams({ token, token_type_hint: hint }));
    const { ok } = await fetch(endpoint, { method: 'POST', headers, body });
    isRevoked &&= ok;
  }
  return isRevoked;
}

function request(
  client: OAuthClientInformationMixed,
  { metadata }: Discovery,
  body: URLSearchParams,
): { readonly headers: Headers; readonly body: URLSearchParams } {
  const headers = new Headers({ 'Content-Type': 'application/x-www-form-urlencoded' });
  const { client_id: id, client_secret: secret } = client;
  if (selectClientAuthMethod(client, metadata?.token_endpoint_auth_methods_supported ?? []) === 'client_secret_basic') {
    const credentials = `${encodeURIComponent(id)}:${encodeURIComponent(secret ?? '')}`;
    headers.set('Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
    return { headers, body };
  }
  body.set('client_id', id);
  if (secret !== undefined) body.set('client_secret', secret);
  return { headers, body };
}
