import {
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  fetchToken,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
import type { AuthProvider, FetchLike, OAuthClientProvider } from '@modelcontextprotocol/client';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import { AssertionProvider } from './assertionProvider.ts';
import type { Credentials, EnterpriseCredentials } from './credentialSource.ts';
import { discover } from './discovery.ts';
import type { Challenge, Discovery } from './discovery.ts';
import { guardedFetch } from './guardedFetch.ts';
import { describeOAuthError } from './oauthFailure.ts';
import type { Environment } from './pinnedRequest.ts';
import { RefusedTokens } from './refusedTokens.ts';
import type { ServerAuth } from './serverAuth.ts';
import { guardFor } from './signInContext.ts';
import { SignInError } from './signInError.ts';
import type { RemoteDefinition } from './signIns.ts';
import { usableTokens } from './usableTokens.ts';

/** Access to one server by credentials of the program. Tokens are kept in memory: new ones can be had at any time. */
export class MachineAuth implements ServerAuth {
  readonly #definition: RemoteDefinition;
  readonly #credentials: Credentials;
  readonly #fetch: FetchLike;
  readonly #demanded = new Emitter<SignInError>();
  readonly #refused = new RefusedTokens();
  #token: string | undefined;
  #scope: string | undefined;
  #obtaining: Promise<void> | undefined;
  /** A token that the server has not accepted yet. */
  #unproven: string | undefined;
  #demand: SignInError | undefined;

  readonly onDidDemand: Event<SignInError> = this.#demanded.event;
  readonly authProvider: AuthProvider = {
    token: () => Promise.resolve(this.#token),
    onUnauthorized: async ({ response }) => {
      // Else it was an older token that was refused.
      const isRefused = this.#token === undefined || this.#refused.has(this.#token);
      if (isRefused) await this.#obtain(extractWWWAuthenticateParams(response));
    },
  };

  constructor(definition: RemoteDefinition, credentials: Credentials, environment: Environment) {
    this.#definition = definition;
    this.#credentials = credentials;
    const vouched = credentials.type === 'enterprise' ? [credentials.identityTokenEndpoint] : [];
    this.#fetch = guardedFetch(guardFor(definition, ...vouched), { environment });
  }

  get demand(): SignInError | undefined {
    return this.#demand;
  }

  get isSignedIn(): boolean {
    return this.#token !== undefined;
  }

  /** A refusal for want of scope is met with a token of more scope, once per request. */
  wrapFetch(next: FetchLike): FetchLike {
    return async (url, init) => {
      const response = await next(url, init);
      this.#refused.note(init, response);
      if (response.status !== 401) this.#accept();
      if (response.status !== 403) return response;
      const { error, ...challenge } = extractWWWAuthenticateParams(response);
      if (error !== 'insufficient_scope') return response;
      await response.body?.cancel();
      await this.#obtain(challenge);
      const headers = new Headers(init?.headers);
      headers.set('Authorization', `Bearer ${this.#token ?? ''}`);
      return next(url, { ...init, headers });
    };
  }

  #accept(): void {
    this.#unproven = undefined;
    this.#demand = undefined;
  }

  #obtain(challenge: Challenge): Promise<void> {
    this.#obtaining ??= this.#obtained(challenge).finally(() => {
      this.#obtaining = undefined;
    });
    return this.#obtaining;
  }

  async #obtained(challenge: Challenge): Promise<void> {
    const { name } = this.#definition;
    let issuer = this.#definition.transport.url;
    try {
      if (this.#token !== undefined && this.#token === this.#unproven && this.#refused.has(this.#token)) {
        throw new SignInError(
          'refused',
          `"${name}" refuses the tokens that its authorization server issues for this program.`,
        );
      }
      const discovery = await discover(this.#definition, challenge, this.#fetch);
      ({ issuer } = discovery);
      requireIssuer(name, this.#credentials, discovery);
      this.#scope = scopeFor(this.#credentials, challenge, discovery, this.#scope);
      const issued = await fetchToken(
        providerFor(this.#credentials, discovery, this.#fetch),
        discovery.authorizationServerUrl,
        {
          ...(discovery.metadata ? { metadata: discovery.metadata } : {}),
          resource: discovery.resource,
          ...(this.#scope === undefined ? {} : { scope: this.#scope }),
          fetchFn: this.#fetch,
        },
      );
      const { access_token: token } = usableTokens(issued, false);
      this.#token = token;
      this.#unproven = token;
    } catch (error) {
      this.#token = undefined;
      this.#demand = describeOAuthError(name, issuer, error);
      this.#demanded.fire(this.#demand);
      throw this.#demand;
    }
  }
}

function requireIssuer(server: string, { issuer }: Credentials, discovery: Discovery): void {
  if (issuer === undefined || issuer === discovery.issuer) return;
  throw new SignInError(
    'untrusted',
    `The authorization server of "${server}" is ${discovery.issuer}, but the credentials of this program belong to ` +
      `${issuer}. They were not sent.`,
  );
}

function scopeFor(
  { scopes }: Credentials,
  { scope }: Challenge,
  { resourceMetadata }: Discovery,
  before: string | undefined,
): string | undefined {
  if (scopes) return scopes.join(' ') || undefined;
  return scope === undefined
    ? (before ?? (resourceMetadata?.scopes_supported?.join(' ') || undefined))
    : computeScopeUnion(before, scope);
}

/** The SDK's provider for one kind of credentials, tied to the authorization server that was found. */
function providerFor(credentials: Credentials, discovery: Discovery, fetch: FetchLike): OAuthClientProvider {
  const { clientId } = credentials;
  const expectedIssuer = discovery.issuer;
  switch (credentials.type) {
    case 'clientSecret':
      return new ClientCredentialsProvider({ clientId, clientSecret: credentials.clientSecret, expectedIssuer });
    case 'privateKey': {
      const { privateKey, algorithm } = credentials;
      return new PrivateKeyJwtProvider({ clientId, privateKey, algorithm, expectedIssuer });
    }
    case 'enterprise': {
      const { clientSecret } = credentials;
      const assertion = (scope: string | undefined): Promise<string> => vouchedBy(credentials, discovery, scope, fetch);
      return new AssertionProvider({ clientId, clientSecret, issuer: expectedIssuer, assertion });
    }
    case 'workload':
      return new AssertionProvider({ clientId, issuer: expectedIssuer, assertion: credentials.assertion });
  }
}

/** Has the identity provider say to the authorization server who the person is (RFC 8693). */
async function vouchedBy(
  credentials: EnterpriseCredentials,
  discovery: Discovery,
  scope: string | undefined,
  fetch: FetchLike,
): Promise<string> {
  const { identityTokenEndpoint, identityClientId, identityClientSecret, idToken } = credentials;
  const grant = await requestJwtAuthorizationGrant({
    tokenEndpoint: identityTokenEndpoint,
    audience: discovery.issuer,
    resource: discovery.resource,
    idToken: await idToken(),
    clientId: identityClientId,
    ...(identityClientSecret === undefined ? {} : { clientSecret: identityClientSecret }),
    ...(scope === undefined ? {} : { scope }),
    fetchFn: fetch,
  });
  return grant.jwtAuthGrant;
}
