import type { FetchLike } from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { AddressGuard } from './addressGuard.ts';
import type { Environment } from './pinnedRequest.ts';
import { SignInError } from './signInError.ts';

export interface GuardedFetchOptions {
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Names the proxies of the network, where there are some. */
  readonly environment?: Environment | undefined;
}

const defaultTimeoutMs = 10_000;

/**
 * A `fetch` for addresses that come from the network. Each request goes through the guard, connects to the addresses
 * that were checked and to no other, is given up after 10 s, and reads 1 MB at most. It follows no redirect: the
 * SDK follows those within an origin, and each comes back here as a request of its own. Throws a `SignInError`
 * `untrusted` or `unreachable`.
 */
export function guardedFetch(guard: AddressGuard, options: GuardedFetchOptions = {}): FetchLike {
  return async (target, init) => {
    const url = new URL(target);
    const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
    const signals = [timeout, options.signal, init?.signal].filter((signal) => signal instanceof AbortSignal);
    try {
      const { environment = {} } = options;
      // The library is large, and most servers never need it here.
      const { pinnedRequest } = await import('./pinnedRequest.ts');
      return await pinnedRequest(url, init ?? {}, { guard, environment, signal: AbortSignal.any(signals) });
    } catch (error) {
      if (error instanceof SignInError) throw error;
      if (options.signal?.aborted) throw new SignInError('cancelled', 'The sign-in was cancelled.', { cause: error });
      const reason = timeout.aborted ? 'it did not answer in time' : messageOf(error) || 'no connection came about';
      throw new SignInError(
        'unreachable',
        `${url.origin} could not be reached to sign in: ${reason}. Check the network and try again.`,
        { cause: error },
      );
    }
  };
}
