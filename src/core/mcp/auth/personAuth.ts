import { extractWWWAuthenticateParams, withDpop } from '@modelcontextprotocol/client';
import type { AuthProvider, DpopSession, FetchLike } from '@modelcontextprotocol/client';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';
import { chooseClient, knownClient } from './clientChoice.ts';
import { discover } from './discovery.ts';
import { withProcessLock } from './processLock.ts';
import { isProofChallenge, restoreProofKey } from './proofKey.ts';
import { RefusedTokens } from './refusedTokens.ts';
import { revoke } from './revocation.ts';
import type { ServerAuth } from './serverAuth.ts';
import { SignInContext } from './signInContext.ts';
import { SignInError } from './signInError.ts';
import { SignInFlow } from './signInFlow.ts';
import type { Demand } from './signInFlow.ts';
import type { SignInRecord } from './signInRecord.ts';
import type { RemoteDefinition, SignInOptions } from './signIns.ts';
import type { SignInSurface } from './signInSurface.ts';
import { needsPerson, renewTokens } from './tokenRenewal.ts';

/** The sign-in of a person to one server, and the tokens that came of it. */
export class PersonAuth implements ServerAuth {
  readonly #context: SignInContext;
  readonly #demanded = new Emitter<SignInError>();
  readonly #refused = new RefusedTokens();
  #record: Promise<SignInRecord> | undefined;
  #renewing: Promise<void> | undefined;
  /** The sign-in that waits for the person. */
  #flow: AbortController | undefined;
  #demand: SignInError | undefined;
  /** The last of the server's refusals; undefined while it has refused nothing. */
  #lastRefusal: Demand | undefined;
  /** A token that renewal brought and that the server has not accepted yet. */
  #unproven: string | undefined;
  #session: { readonly key: SignInRecord['proofKey']; readonly session: Promise<DpopSession> } | undefined;
  #isSignedIn = false;

  readonly onDidDemand: Event<SignInError> = this.#demanded.event;
  readonly authProvider: AuthProvider = {
    token: async () => (await this.#load()).tokens?.accessToken,
    onUnauthorized: ({ response }) => this.#onUnauthorized(response),
  };

  constructor(definition: RemoteDefinition, options: SignInOptions) {
    this.#context = new SignInContext(definition, options);
  }

  get demand(): SignInError | undefined {
    return this.#demand;
  }

  get isSignedIn(): boolean {
    return this.#isSignedIn;
  }

  /** A new connection: another window may have signed in meanwhile. */
  reload(): void {
    this.#record = undefined;
  }

  wrapFetch(next: FetchLike): FetchLike {
    const proving = withDpop(
      () => this.#proofSession(),
      async () => {
        const { tokens } = await this.#load();
        return tokens?.tokenType.toLowerCase() === 'dpop' ? tokens.accessToken : undefined;
      },
    )(next);
    return async (url, init) => {
      const response = await proving(url, init);
      this.#refused.note(init, response);
      if (response.status === 403) await this.#onForbidden(response);
      else if (response.status !== 401) this.#accept();
      return response;
    };
  }

  /** Replaces a sign-in that still waits for the person. Rejects with a `SignInError`. */
  async signIn(surface: SignInSurface, signal: AbortSignal): Promise<void> {
    const { server } = this.#context;
    this.#flow?.abort(new SignInError('cancelled', `Another sign-in to "${server}" took the place of this one.`));
    const flow = new AbortController();
    this.#flow = flow;
    try {
      const signals = AbortSignal.any([signal, flow.signal]);
      const record = await new SignInFlow(this.#context, surface, this.#lastRefusal, signals).run();
      this.#keep(record);
      this.#demand = undefined;
    } catch (error) {
      if (error instanceof SignInError) throw error;
      throw new SignInError(
        'callback',
        `The sign-in to "${server}" could not be carried out on this machine: ${messageOf(error)}.`,
        { cause: error },
      );
    } finally {
      if (this.#flow === flow) this.#flow = undefined;
    }
  }

  /** Forgets everything, also when the authorization server cannot be told. */
  async signOut(): Promise<void> {
    const { store, server, logger } = this.#context;
    this.#flow?.abort(new SignInError('cancelled', `The sign-in to "${server}" was given up for signing out.`));
    // Tokens that are just being renewed must not come back once they are forgotten.
    await this.#renewing?.catch(() => {});
    const record = await withProcessLock(this.#context, async () => {
      const kept = await store.read();
      await store.delete();
      return kept;
    });
    this.#keep({ version: 1 });
    try {
      await this.#revoke(record);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn(`The tokens of "${server}" are forgotten here, but could not be revoked: ${reason}`);
    }
  }

  async #revoke(record: SignInRecord): Promise<void> {
    const { tokens } = record;
    if (!tokens) return;
    const fetch = this.#context.fetch();
    const discovery = await discover(this.#context.definition, this.#lastRefusal?.challenge ?? {}, fetch);
    if (discovery.issuer !== tokens.issuer) return;
    const client = knownClient(chooseClient(this.#context, record, discovery));
    if (client) await revoke(discovery, tokens, client, fetch);
  }

  async #onUnauthorized(response: Response): Promise<void> {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    const challenge = { resourceMetadataUrl, scope };
    const wantsProof = isProofChallenge(response.headers.get('www-authenticate') ?? '');
    this.#lastRefusal = { challenge, wantsProof };
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #renew(): Promise<void> {
    const { server } = this.#context;
    const refused = (await this.#load()).tokens?.accessToken;
    try {
      if (refused === undefined) {
        // Signed in meanwhile, in another window.
        const record = await this.#context.store.read();
        if (!record.tokens) throw needsPerson(server, 'The server asks for a sign-in');
        return this.#take(record);
      }
      // A refusal of an older token that comes late.
      if (!this.#refused.has(refused)) return;
      if (refused === this.#unproven) throw await this.#refusedAgain();
      this.#take(await renewTokens(this.#context, refused, this.#lastRefusal?.challenge ?? {}));
    } catch (error) {
      this.reload();
      throw this.#demandOf(error);
    }
  }

  /** Takes tokens that the server has yet to accept. */
  #take(record: SignInRecord): void {
    this.#keep(record);
    this.#unproven = record.tokens?.accessToken;
  }

  /** Fresh tokens that are refused too will not get better by being renewed. */
  async #refusedAgain(): Promise<SignInError> {
    const { store, server } = this.#context;
    await withProcessLock(this.#context, async () => {
      const record = await store.read();
      // Another window may have signed in meanwhile.
      if (record.tokens?.accessToken === this.#unproven) await store.write({ ...record, tokens: undefined });
    });
    return needsPerson(server, 'The server refuses the tokens that its authorization server issues');
  }

  #accept(): void {
    this.#unproven = undefined;
    this.#demand = undefined;
  }

  async #onForbidden(response: Response): Promise<void> {
    const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    if (error !== 'insufficient_scope') return;
    const { wantsProof = false } = this.#lastRefusal ?? {};
    this.#lastRefusal = { challenge: { scope, resourceMetadataUrl }, wantsProof };
    await response.body?.cancel();
    const what = scope === undefined ? 'more than was granted' : `the scope ${scope}`;
    throw this.#demandOf(needsPerson(this.#context.server, `The server asks for ${what}`));
  }

  #demandOf(error: unknown): unknown {
    if (!(error instanceof SignInError)) return error;
    this.#demand = error;
    this.#demanded.fire(error);
    return error;
  }

  #load(): Promise<SignInRecord> {
    this.#record ??= this.#context.store.read().then((record) => {
      this.#isSignedIn = record.tokens !== undefined;
      return record;
    });
    return this.#record;
  }

  #keep(record: SignInRecord): void {
    this.#record = Promise.resolve(record);
    this.#isSignedIn = record.tokens !== undefined;
  }

  async #proofSession(): Promise<DpopSession | undefined> {
    const { proofKey } = await this.#load();
    if (!proofKey) return undefined;
    if (this.#session?.key !== proofKey) {
      const session = restoreProofKey(proofKey).then((key) => key.session);
      this.#session = { key: proofKey, session };
    }
    return this.#session.session;
  }
}
