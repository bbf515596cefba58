import {
  IssuerMismatchError,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/client';
import type {
  AuthorizationServerMetadata,
  FetchLike,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { redactUrl } from '../config/redactedText.ts';
import type { RemoteDefinition } from './signIns.ts';
import { SignInError } from './signInError.ts';

/** What a refusal of the server said about signing in (RFC 6750 §3, RFC 9728 §5.1). */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  /** Separated by blanks. */
  readonly scope?: string | undefined;
}

/** Where one signs in to a server, and for what. */
export interface Discovery {
  /** Names the authorization server; credentials are bound to it. */
  readonly issuer: string;
  readonly authorizationServerUrl: string;
  /** Missing with servers of 2025-03-26 alone, whose authorization server has endpoints at fixed places. */
  readonly metadata: AuthorizationServerMetadata | undefined;
  readonly resourceMetadata: OAuthProtectedResourceMetadata | undefined;
  /** The resource indicator of all requests (RFC 8707), byte for byte as the server writes it. */
  readonly resource: string;
}

/**
 * Finds out where one signs in to a server, anew each time: a remembered answer would tie the server to an
 * authorization server that it has left. Asks the metadata of the resource where the challenge says, else at its path,
 * else at the root; then those of the authorization server by RFC 8414 and OpenID Connect Discovery. Throws a
 * `SignInError`.
 */
export async function discover(
  { name, transport }: RemoteDefinition,
  challenge: Challenge,
  fetch: FetchLike,
): Promise<Discovery> {
  const { url, oauth } = transport;
  const { resourceMetadata, location } = await resourceMetadataOf(name, url, challenge, fetch);
  if (resourceMetadata) requireSameResource(name, url, resourceMetadata.resource, location);
  const resource = resourceMetadata?.resource ?? resourceUrlFromServerUrl(url).href;
  if (oauth.authServerMetadataUrl !== undefined) {
    const metadata = await configuredMetadata(oauth.authServerMetadataUrl, fetch);
    return { issuer: metadata.issuer, authorizationServerUrl: metadata.issuer, metadata, resourceMetadata, resource };
  }
  const authorizationServerUrl = resourceMetadata?.authorization_servers?.[0] ?? new URL('/', url).href;
  const metadata = await serverMetadata(name, authorizationServerUrl, fetch);
  const issuer = metadata?.issuer ?? authorizationServerUrl;
  return { issuer, authorizationServerUrl, metadata, resourceMetadata, resource };
}

interface FoundResourceMetadata {
  readonly resourceMetadata?: OAuthProtectedResourceMetadata;
  /** Where they were. */
  readonly location?: URL | undefined;
}

async function resourceMetadataOf(
  name: string,
  url: string,
  challenge: Challenge,
  fetch: FetchLike,
): Promise<FoundResourceMetadata> {
  let location: URL | undefined;
  let status = 0;
  const noted: FetchLike = async (target, init) => {
    location = new URL(target);
    const response = await fetch(target, init);
    ({ status } = response);
    return response;
  };
  const { resourceMetadataUrl } = challenge;
  try {
    const options = resourceMetadataUrl ? { resourceMetadataUrl } : {};
    return { resourceMetadata: await discoverOAuthProtectedResourceMetadata(url, options, noted), location };
  } catch (error) {
    if (error instanceof SignInError) throw error;
    // To take that for "there are none" would look as if the authorization server had changed, and cost the sign-in.
    if (status === 429 || status >= 500) throw unavailable(name, status, error);
    // A server of 2025-03-26 has none; its own address is that of its authorization server then.
    return {};
  }
}

/**
 * RFC 9728 §3.3: metadata are about the resource whose address they were found by, and about no other; else a server
 * could have tokens issued for another one. Metadata at the root of a host may be about the whole host. Servers write
 * the slash at the end of an address or leave it out, which says nothing.
 */
function requireSameResource(name: string, server: string, resource: string, location: URL | undefined): void {
  const said = canonical(resource);
  const isOfHost = location?.pathname === '/.well-known/oauth-protected-resource';
  if (said !== undefined && said === canonical(server)) return;
  if (isOfHost && said !== undefined && said === canonical(new URL('/', server).href)) return;
  throw new SignInError(
    'untrusted',
    `"${name}" says that it is ${redactUrl(resource)}, which is not its address ${redactUrl(server)}. Nothing was signed in to. If the ` +
      'address in its entry is wrong, correct "url"; otherwise tell whoever runs the server.',
  );
}

function canonical(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.hash = '';
  url.pathname = url.pathname.replace(/\/$/u, '');
  return url.href.replace(/\/(?=$|\?)/u, '');
}

async function serverMetadata(
  name: string,
  authorizationServerUrl: string,
  fetch: FetchLike,
): Promise<AuthorizationServerMetadata | undefined> {
  try {
    return await discoverAuthorizationServerMetadata(authorizationServerUrl, { fetchFn: fetch });
  } catch (error) {
    if (error instanceof SignInError) throw error;
    if (error instanceof IssuerMismatchError) {
      throw new SignInError(
        'untrusted',
        `The authorization server of "${name}" at ${authorizationServerUrl} calls itself by another name, so it cannot ` +
          'be told from an impostor. Tell whoever runs it.',
        { cause: error },
      );
    }
    throw nonsense(authorizationServerUrl, error);
  }
}

/** The person names the document, so its own word says whose it is. */
async function configuredMetadata(address: string, fetch: FetchLike): Promise<AuthorizationServerMetadata> {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  const text = await response.text();
  try {
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const { issuer } = JSON.parse(text) as { readonly issuer?: unknown };
    if (typeof issuer !== 'string' || !URL.canParse(issuer)) throw new Error('it names no issuer');
    // The SDK reads and checks the document as if it had been found at its usual place.
    const found = await discoverAuthorizationServerMetadata(issuer, {
      fetchFn: () => Promise.resolve(new Response(text)),
    });
    if (!found) throw new Error('it is empty');
    return found;
  } catch (error) {
    throw nonsense(address, error);
  }
}

function unavailable(name: string, status: number, cause: unknown): SignInError {
  return new SignInError(
    'unreachable',
    `"${name}" answered with HTTP ${status} when it was asked where one signs in to it. Try again later.`,
    { cause },
  );
}

function nonsense(address: string, cause: unknown): SignInError {
  return new SignInError(
    'unreachable',
    `The metadata of the authorization server at ${address} cannot be read. Try again later; if it stays so, tell ` +
      'whoever runs it.',
    { cause },
  );
}
