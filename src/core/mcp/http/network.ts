import type { FetchLike } from '@modelcontextprotocol/client';
import { RemoteSetupError } from './remoteSetupError.ts';

/** A way to the network, with the connections that it opened. */
export interface Network {
  readonly fetch: FetchLike;
  /** Closes every connection at once. */
  close(): Promise<void>;
}

/**
 * Opens a way to the network on plain Node: through the proxies that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (or
 * their lower-case forms, which win) name, without a limit on how long an answer may take, since requests have their
 * own. `fetch` of Node 20 and 22 ignores proxies, and cuts an answer or an event stream that is silent for five
 * minutes. Rejects with a `RemoteSetupError` when a proxy is not an address.
 */
export async function openNetwork(variable: (name: string) => string | undefined): Promise<Network> {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const proxy = (name: string): string => variable(name.toLowerCase()) ?? variable(name) ?? '';
  try {
    const dispatcher = new EnvHttpProxyAgent({
      httpProxy: proxy('HTTP_PROXY'),
      httpsProxy: proxy('HTTPS_PROXY'),
      noProxy: proxy('NO_PROXY'),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    // The same standard by two sets of declarations: those of the library, and those of Node's types.
    const throughDispatcher = ((target: string | URL, init?: object) =>
      fetch(target, { ...init, dispatcher })) as unknown as FetchLike;
    return { fetch: throughDispatcher, close: () => dispatcher.destroy() };
  } catch (error) {
    throw new RemoteSetupError(
      'The address of a proxy in HTTP_PROXY or HTTPS_PROXY cannot be read. Write it as http://host:port.',
      { cause: error },
    );
  }
}
