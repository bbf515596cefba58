import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import type { ServerAuth } from './serverAuth.ts';
import type { SignInError } from './signInError.ts';

/** A sign-in whose code is loaded with the first request: it brings the SDK along. */
export class LazyAuth<T extends ServerAuth> implements ServerAuth {
  readonly #create: () => Promise<T>;
  readonly #demanded = new Emitter<SignInError>();
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;

  readonly onDidDemand: Event<SignInError> = this.#demanded.event;
  readonly authProvider: AuthProvider = {
    token: async () => (await this.load()).authProvider.token(),
    onUnauthorized: async (context) => (await this.load()).authProvider.onUnauthorized?.(context),
  };

  constructor(create: () => Promise<T>) {
    this.#create = create;
  }

  /** Undefined until something was asked of it. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  load(): Promise<T> {
    this.#loading ??= this.#create().then((auth) => {
      this.#loaded = auth;
      auth.onDidDemand((demand) => this.#demanded.fire(demand));
      return auth;
    });
    return this.#loading;
  }

  wrapFetch(next: FetchLike): FetchLike {
    const wrapped = this.load().then((auth) => auth.wrapFetch(next));
    // Said by the request that needs it.
    wrapped.catch(() => {});
    return async (url, init) => (await wrapped)(url, init);
  }

  get demand(): SignInError | undefined {
    return this.#loaded?.demand;
  }

  get isSignedIn(): boolean {
    return this.#loaded?.isSignedIn === true;
  }
}
