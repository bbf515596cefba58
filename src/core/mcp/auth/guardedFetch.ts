import type { LookupAddress } from 'node:dns';
import type { FetchLike } from '@modelcontextprotocol/client';
import { Agent, request } from 'undici';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { AddressGuard } from './addressGuard.ts';
import { SignInError } from './signInError.ts';

/** Metadata and tokens are small; what is larger is neither. */
const maxBodyBytes = 1024 * 1024;

export interface GuardedFetchOptions {
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
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
      return await send(url, init ?? {}, guard, AbortSignal.any(signals));
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

async function send(url: URL, init: RequestInit, guard: AddressGuard, signal: AbortSignal): Promise<Response> {
  const addresses = await guard.resolve(url);
  const dispatcher = new Agent({ connect: { lookup: pinned(addresses) } });
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: bodyOf(init.body),
      signal,
    });
    const bytes = await bounded(body, url);
    const answer = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      for (const item of [value ?? []].flat()) answer.append(name, item);
    }
    // 1xx never arrives here; these two may have no body.
    const isEmpty = statusCode === 204 || statusCode === 304;
    return new Response(isEmpty ? null : bytes, { status: statusCode, headers: answer });
  } finally {
    await dispatcher.destroy();
  }
}

type Lookup = (
  hostname: string,
  options: { readonly all?: boolean | undefined },
  callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
) => void;

/** Gives a connection the addresses that were checked, whatever the name resolves to by now. */
function pinned(addresses: readonly LookupAddress[]): Lookup {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true || !first) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

function bodyOf(body: RequestInit['body']): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Only text can be sent');
}

async function bounded(body: AsyncIterable<Uint8Array>, url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBodyBytes) {
      throw new SignInError('untrusted', `${url.origin} answered with more than 1 MB. Tell whoever runs the server.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
