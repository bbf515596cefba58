import { randomBytes } from 'node:crypto';
import {
  exchangeAuthorization,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/client';
import { awaitAnswer } from './authorizationAnswer.ts';
import { CallbackServer, callbackPorts, loopbackHost } from './callbackServer.ts';
import { chooseClient, informationOf } from './clientChoice.ts';
import type { ClientChoice } from './clientChoice.ts';
import { register } from './clientRegistration.ts';
import { discover } from './discovery.ts';
import type { Challenge, Discovery } from './discovery.ts';
import { describeOAuthError, isClientUnknown, shortened } from './oauthFailure.ts';
import { withProcessLock } from './processLock.ts';
import { bindsTokens, newProofKey } from './proofKey.ts';
import { chooseScope } from './scopeChoice.ts';
import type { SignInContext } from './signInContext.ts';
import { SignInError } from './signInError.ts';
import type { ClientRegistration, SignInRecord } from './signInRecord.ts';
import type { SignInSurface } from './signInSurface.ts';
import { issuedTokens } from './tokenRenewal.ts';
import { usableTokens } from './usableTokens.ts';

/** The authorization server does not know the client that this host was registered as. */
class ClientForgottenError extends Error {
  override readonly name = 'ClientForgottenError';
}

/** What a sign-in has to know of the refusal that led to it. */
export interface Demand {
  readonly challenge: Challenge;
  /** Whether the server wants tokens that are bound to a key. */
  readonly wantsProof: boolean;
}

/** One sign-in of a person to one server: the authorization code flow with PKCE (OAuth 2.1 §4.1). */
export class SignInFlow {
  readonly #context: SignInContext;
  readonly #surface: SignInSurface;
  readonly #demand: Demand | undefined;
  readonly #signal: AbortSignal;

  /** `demand` is undefined for a server that has refused nothing so far. */
  constructor(context: SignInContext, surface: SignInSurface, demand: Demand | undefined, signal: AbortSignal) {
    this.#context = context;
    this.#surface = surface;
    this.#demand = demand;
    this.#signal = signal;
  }

  /**
   * Resolves to what is kept once the person has signed in. A registration that the authorization server has forgotten
   * is made anew, once. Throws a `SignInError`.
   */
  async run(): Promise<SignInRecord> {
    const discovery = await discover(this.#context.definition, this.#demand?.challenge ?? {}, this.#fetch());
    this.#requireSignIn(discovery);
    this.#requirePkce(discovery);
    try {
      return await this.#attempt(discovery);
    } catch (error) {
      if (!(error instanceof ClientForgottenError)) throw error;
      try {
        return await this.#attempt(discovery);
      } catch (again) {
        throw again instanceof ClientForgottenError ? this.#clientRefused(discovery) : again;
      }
    }
  }

  async #attempt(discovery: Discovery): Promise<SignInRecord> {
    const { definition, store } = this.#context;
    const record = await store.read();
    const choice = chooseClient(this.#context, record, discovery);
    const state = randomBytes(24).toString('base64url');
    const { callbackPort } = definition.transport.oauth;
    const ports = callbackPort === undefined ? [...callbackPorts, 0] : [callbackPort];
    const callback = await CallbackServer.open({ ports, path: choice.path, state, server: definition.name });
    try {
      const redirect = await this.#surface.externalAddress(callback.address);
      callback.allowHost(redirect.host);
      const scope = this.#scope(discovery, record);
      const registration = await this.#registration(choice, discovery, redirect, scope);
      const client = registration ? informationOf(registration) : clientOf(choice);
      const isReused = choice.kind === 'registered' && registration === choice.registration;
      // Once bound to a key, always: that the server wants it is not said again before it refuses something.
      const wantsProof = this.#demand?.wantsProof === true || record.proofKey !== undefined;
      const step = { discovery, client, registration, isReused, callback, redirect, scope, state, wantsProof };
      return await this.#signIn(step);
    } finally {
      await callback.close();
    }
  }

  async #signIn(step: Step): Promise<SignInRecord> {
    const { discovery, client, redirect, scope, state } = step;
    const { server } = this.#context;
    const { authorizationUrl, codeVerifier } = await startAuthorization(discovery.authorizationServerUrl, {
      ...metadataOf(discovery),
      clientInformation: client,
      redirectUrl: redirect,
      state,
      resource: discovery.resource,
      ...(scope === undefined ? {} : { scope }),
    }).catch((error: unknown) => {
      throw describeOAuthError(server, discovery.issuer, error);
    });
    await this.#context.guard.resolveIfPossible(authorizationUrl);
    let answer: URLSearchParams;
    try {
      const { callback } = step;
      const { definition } = this.#context;
      answer = await awaitAnswer(this.#surface, authorizationUrl, callback, definition.name, state, this.#signal);
    } catch (error) {
      if (step.isReused) await this.#doubtRegistration();
      throw error;
    }
    return this.#redeem(step, answer, codeVerifier);
  }

  async #redeem(step: Step, answer: URLSearchParams, codeVerifier: string): Promise<SignInRecord> {
    const { discovery, client, redirect, scope } = step;
    const { server } = this.#context;
    const iss = answer.get('iss') ?? undefined;
    const proof = step.wantsProof && bindsTokens(discovery) ? await newProofKey() : undefined;
    let issued: OAuthTokens;
    try {
      // Before anything else of the answer is looked at: it may be another authorization server's (RFC 9207).
      validateAuthorizationResponseIssuer({
        iss,
        expectedIssuer: discovery.metadata?.issuer,
        issParameterSupported: discovery.metadata?.authorization_response_iss_parameter_supported === true,
      });
      const code = codeOf(answer, server);
      const exchanged = await exchangeAuthorization(discovery.authorizationServerUrl, {
        ...metadataOf(discovery),
        clientInformation: client,
        authorizationCode: code,
        codeVerifier,
        redirectUri: redirect,
        resource: discovery.resource,
        ...(iss === undefined ? {} : { iss }),
        ...(proof ? { dpop: proof.session } : {}),
        fetchFn: this.#fetch(),
      });
      issued = usableTokens(exchanged, proof !== undefined);
    } catch (error) {
      if (step.registration && (error instanceof ClientForgottenError || isClientUnknown(error))) {
        await this.#forgetRegistration();
        throw new ClientForgottenError('The client is no longer registered', { cause: error });
      }
      if (error instanceof ClientForgottenError) throw this.#clientRefused(discovery);
      throw describeOAuthError(server, discovery.issuer, error);
    }
    const { oauth } = this.#context.definition.transport;
    return this.#update((record) => ({
      version: 1,
      // The tokens are of the client that asked for them, whatever another sign-in has kept or forgotten meanwhile.
      registration: step.registration ?? record.registration,
      ...(oauth.clientId === undefined ? {} : { clientIssuer: discovery.issuer }),
      ...(proof ? { proofKey: proof.kept } : {}),
      tokens: issuedTokens(issued, discovery, scope),
    }));
  }

  /** The registration to use: the kept one if the browser may be sent back to this address with it, else a new one. */
  async #registration(
    choice: ClientChoice,
    discovery: Discovery,
    redirect: URL,
    scope: string | undefined,
  ): Promise<ClientRegistration | undefined> {
    if (choice.kind === 'configured' || choice.kind === 'document') return undefined;
    const known = choice.kind === 'registered' && choice.registration;
    if (known && known.isDoubted !== true && known.redirectUris.includes(redirect.href)) return known;
    const { callbackPort } = this.#context.definition.transport.oauth;
    const ports = callbackPort === undefined ? callbackPorts : [callbackPort];
    const local = ports.map((port) => `http://${loopbackHost}:${port}${choice.path}`);
    const registration = await register({
      server: this.#context.server,
      discovery,
      redirectUris: [...new Set([...local, redirect.href])],
      callbackPath: choice.path,
      scope,
      fetch: this.#fetch(),
    });
    // Kept with the tokens that it will get, where there are some that only the former client can renew.
    await this.#update((record) => (record.tokens?.refreshToken === undefined ? { ...record, registration } : record));
    return registration;
  }

  #scope(discovery: Discovery, { tokens }: SignInRecord): string | undefined {
    return chooseScope(discovery, {
      configured: this.#context.definition.transport.oauth.scopes,
      challenged: this.#demand?.challenge.scope,
      granted: tokens?.issuer === discovery.issuer ? tokens.scope : undefined,
    });
  }

  /**
   * An authorization server that has forgotten the client says so to the person alone: it must not be sent back. Whoever
   * only thought better of it keeps the client, which renews the tokens that there are.
   */
  async #doubtRegistration(): Promise<void> {
    await this.#update((record) => {
      return record.registration ? { ...record, registration: { ...record.registration, isDoubted: true } } : record;
    });
  }

  async #forgetRegistration(): Promise<void> {
    await this.#update((record) => ({ ...record, registration: undefined }));
  }

  #update(change: (record: SignInRecord) => SignInRecord): Promise<SignInRecord> {
    const { store } = this.#context;
    return withProcessLock(this.#context, async () => {
      const record = change(await store.read());
      await store.write(record);
      return record;
    });
  }

  #requireSignIn({ metadata, resourceMetadata }: Discovery): void {
    if (this.#demand || metadata || resourceMetadata) return;
    throw new SignInError(
      'not_applicable',
      `"${this.#context.server}" does not ask for a sign-in and names no place for one. Connect to it without.`,
    );
  }

  #requirePkce({ issuer, metadata }: Discovery): void {
    if (!metadata || metadata.code_challenge_methods_supported?.includes('S256') === true) return;
    throw new SignInError(
      'untrusted',
      `The authorization server of "${this.#context.server}" (${issuer}) does not say that it supports PKCE with S256, ` +
        'without which others could take over the sign-in. Tell whoever runs it.',
    );
  }

  #clientRefused({ issuer }: Discovery): SignInError {
    return new SignInError(
      'no_client',
      `The authorization server of "${this.#context.server}" (${issuer}) does not accept the client. Check ` +
        '"oauth.clientId" and its secret, or register a client there and configure it.',
    );
  }

  #fetch(): ReturnType<SignInContext['fetch']> {
    return this.#context.fetch(this.#signal);
  }
}

/** One way to the authorization server and back. */
interface Step {
  readonly discovery: Discovery;
  readonly client: OAuthClientInformationMixed;
  /** Of a client that registered itself. */
  readonly registration: ClientRegistration | undefined;
  /** Whether it did so at an earlier sign-in. */
  readonly isReused: boolean;
  readonly callback: CallbackServer;
  readonly redirect: URL;
  readonly scope: string | undefined;
  readonly state: string;
  readonly wantsProof: boolean;
}

function clientOf(choice: ClientChoice): OAuthClientInformationMixed {
  if (choice.kind === 'configured' || choice.kind === 'document') return choice.client;
  throw new TypeError('A client that registers itself has a registration');
}

function metadataOf({ metadata }: Discovery): { metadata?: NonNullable<Discovery['metadata']> } {
  return metadata ? { metadata } : {};
}

/** The code of an answer. Throws when the authorization server, or the person there, said no. */
function codeOf(answer: URLSearchParams, server: string): string {
  const code = answer.get('code');
  if (code !== null && code !== '') return code;
  const error = answer.get('error') ?? '';
  if (error === 'invalid_client' || error === 'unauthorized_client') throw new ClientForgottenError(error);
  if (error === 'access_denied') {
    throw new SignInError(
      'refused',
      `The sign-in to "${server}" was declined in the browser. Sign in again to try anew.`,
    );
  }
  const text = answer.get('error_description') ?? '';
  const said = [error, text].filter((part) => part !== '').join(': ') || 'it sent neither a code nor an error';
  throw new SignInError(
    'refused',
    `The authorization server of "${server}" refused: ${shortened(said)}. Sign in again.`,
  );
}
