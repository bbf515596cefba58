import { RegistrationRejectedError, registerClient } from '@modelcontextprotocol/client';
import type { FetchLike, OAuthClientMetadata } from '@modelcontextprotocol/client';
import { describeOAuthError, shortened } from './oauthFailure.ts';
import type { Discovery } from './discovery.ts';
import { SignInError } from './signInError.ts';
import type { ClientRegistration } from './signInRecord.ts';

export interface RegistrationRequest {
  readonly server: string;
  readonly discovery: Discovery;
  /** Every address that the browser may be sent back to, so that the registration can be used again. */
  readonly redirectUris: readonly string[];
  readonly callbackPath: string;
  readonly scope: string | undefined;
  readonly fetch: FetchLike;
}

/** Registers this host with an authorization server (RFC 7591). Throws a `SignInError`. */
export async function register(request: RegistrationRequest): Promise<ClientRegistration> {
  const { server, discovery, redirectUris, callbackPath, scope, fetch } = request;
  const { metadata, authorizationServerUrl, issuer } = discovery;
  if (metadata && metadata.registration_endpoint === undefined) throw noClient(server, issuer, 'it registers none');
  try {
    // Deprecated since 2026-07-28, and the only way with most authorization servers of today.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const client = await registerClient(authorizationServerUrl, {
      clientMetadata: clientMetadata(redirectUris, authMethodFor(discovery)),
      ...(metadata ? { metadata } : {}),
      ...(scope === undefined ? {} : { scope }),
      fetchFn: fetch,
    });
    return {
      issuer,
      clientId: client.client_id,
      ...(client.client_secret === undefined ? {} : { clientSecret: client.client_secret }),
      ...(client.token_endpoint_auth_method === undefined ? {} : { authMethod: client.token_endpoint_auth_method }),
      redirectUris: [...redirectUris],
      callbackPath,
    };
  } catch (error) {
    if (error instanceof SignInError) throw error;
    if (error instanceof RegistrationRejectedError) throw noClient(server, issuer, rejection(error), error);
    throw describeOAuthError(server, issuer, error);
  }
}

function clientMetadata(redirectUris: readonly string[], authMethod: string): OAuthClientMetadata {
  return {
    client_name: 'Patchbay',
    application_type: 'native',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod,
  };
}

/** A program on a person's machine keeps no secret from that person, so it asks for none where that is possible. */
function authMethodFor({ metadata }: Discovery): string {
  const supported = metadata?.token_endpoint_auth_methods_supported ?? ['none'];
  const known = ['none', 'client_secret_basic', 'client_secret_post'];
  return known.find((method) => supported.includes(method)) ?? 'none';
}

function noClient(server: string, issuer: string, reason: string, cause?: unknown): SignInError {
  return new SignInError(
    'no_client',
    `The authorization server of "${server}" (${issuer}) does not take Patchbay as a client: ${reason}. Register a ` +
      'client there by hand and write its id as "oauth.clientId" in the entry of the server.',
    { cause },
  );
}

function rejection({ status, body }: RegistrationRejectedError): string {
  try {
    const { error, error_description: text } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const said = [error, text].filter((part) => typeof part === 'string').join(': ');
    if (said !== '') return shortened(said);
  } catch {
    // Not the document that RFC 7591 asks for; the status says enough.
  }
  return `it answered with HTTP ${status}`;
}
