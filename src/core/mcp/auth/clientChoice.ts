import { randomBytes } from 'node:crypto';
import type { OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { Discovery } from './discovery.ts';
import type { SignInContext } from './signInContext.ts';
import { SignInError } from './signInError.ts';
import type { ClientRegistration, SignInRecord } from './signInRecord.ts';

/**
 * As which client this host signs in (2026-07-28, "Client Registration"), by preference: one that was registered
 * beforehand and is configured; one whose metadata document is configured, where the authorization server reads such;
 * one that registered itself there before; one that has yet to.
 */
export type ClientChoice =
  | { readonly kind: 'configured' | 'document'; readonly client: OAuthClientInformationMixed; readonly path: string }
  | { readonly kind: 'registered'; readonly registration: ClientRegistration; readonly path: string }
  | { readonly kind: 'unregistered'; readonly path: string };

/** Path of the redirect address of clients that were registered by hand, so that it can be known beforehand. */
const fixedPath = '/callback';

/** Throws a `SignInError` when what is configured cannot be used with this authorization server. */
export function chooseClient(context: SignInContext, record: SignInRecord, discovery: Discovery): ClientChoice {
  const { clientId, clientMetadataUrl } = context.definition.transport.oauth;
  if (clientId !== undefined) {
    requireBoundIssuer(context, record, discovery);
    return { kind: 'configured', client: configuredClient(context, clientId), path: fixedPath };
  }
  if (clientMetadataUrl !== undefined && discovery.metadata?.client_id_metadata_document_supported === true) {
    return { kind: 'document', client: { client_id: clientMetadataUrl }, path: fixedPath };
  }
  const { registration } = record;
  if (registration && registration.issuer === discovery.issuer) {
    return { kind: 'registered', registration, path: registration.callbackPath };
  }
  return { kind: 'unregistered', path: `${fixedPath}/${randomBytes(16).toString('base64url')}` };
}

/** The client to renew tokens with; undefined where it is no longer known. */
export function knownClient(choice: ClientChoice): OAuthClientInformationMixed | undefined {
  switch (choice.kind) {
    case 'configured':
    case 'document':
      return choice.client;
    case 'registered':
      return informationOf(choice.registration);
    case 'unregistered':
      return undefined;
  }
}

export function informationOf({ clientId, clientSecret, authMethod }: ClientRegistration): OAuthClientInformationMixed {
  return {
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...(authMethod === undefined ? {} : { token_endpoint_auth_method: authMethod, redirect_uris: [] }),
  };
}

function configuredClient({ definition, environment }: SignInContext, clientId: string): OAuthClientInformationMixed {
  const { clientSecretEnv } = definition.transport.oauth;
  if (clientSecretEnv === undefined) return { client_id: clientId };
  const secret = environment[clientSecretEnv];
  if (secret === undefined || secret === '') {
    throw new SignInError(
      'no_client',
      `The environment variable ${clientSecretEnv} is not set. It is to hold the secret of the client of ` +
        `"${definition.name}" ("oauth.clientSecretEnv"). Set it and start again.`,
    );
  }
  return { client_id: clientId, client_secret: secret };
}

/** A server that names another authorization server tomorrow must not have the client's secret sent there. */
function requireBoundIssuer({ server }: SignInContext, { clientIssuer }: SignInRecord, { issuer }: Discovery): void {
  if (clientIssuer === undefined || clientIssuer === issuer) return;
  throw new SignInError(
    'untrusted',
    `"${server}" now has another authorization server, ${issuer} instead of ${clientIssuer}, and the configured ` +
      '"oauth.clientId" belongs to the latter. If that is right, register a client there, configure it, and sign out ' +
      'once to forget the former.',
  );
}
