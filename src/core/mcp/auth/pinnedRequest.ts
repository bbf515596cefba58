import type { LookupAddress } from 'node:dns';
import { Agent, EnvHttpProxyAgent, request } from 'undici';
import type { Dispatcher } from 'undici';
import { writtenClass } from './addressClass.ts';
import type { AddressGuard } from './addressGuard.ts';
import { SignInError } from './signInError.ts';

/** Metadata and tokens are small; what is larger is neither. */
const maxBodyBytes = 1024 * 1024;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface PinnedRequestOptions {
  readonly guard: AddressGuard;
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to the addresses that the guard allows, and to no other. Through a proxy the addresses are the
 * proxy's to find: what can be known of them here is checked all the same. Follows no redirect.
 */
export async function pinnedRequest(url: URL, init: RequestInit, options: PinnedRequestOptions): Promise<Response> {
  const dispatcher = await dispatcherFor(url, options);
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: bodyOf(init.body),
      signal: options.signal,
    });
    const bytes = await bounded(body, url);
    const answer = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      for (const item of [value ?? []].flat()) answer.append(name, item);
    }
    const isEmpty = statusCode === 204 || statusCode === 304;
    return new Response(isEmpty ? null : bytes, { status: statusCode, headers: answer });
  } finally {
    await dispatcher.destroy();
  }
}

async function dispatcherFor(url: URL, { guard, environment }: PinnedRequestOptions): Promise<Dispatcher> {
  const value = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const [httpProxy, httpsProxy, noProxy] = [value('HTTP_PROXY'), value('HTTPS_PROXY'), value('NO_PROXY')];
  const isProxied = (url.protocol === 'https:' ? httpsProxy : httpProxy) !== '';
  if (!isProxied || writtenClass(url.hostname) === 'loopback') {
    return new Agent({ connect: { lookup: pinned(await guard.resolve(url)) } });
  }
  const known = await guard.resolveIfPossible(url);
  return new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy, connect: { lookup: pinned(known) } });
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
    if (!first) callback(new Error('its address could not be found'), []);
    else if (all === true) callback(null, [...addresses]);
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
