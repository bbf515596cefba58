import type { FetchLike } from '@modelcontextprotocol/client';
import { EnvHttpProxyAgent, fetch } from 'undici';
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
 * minutes. Throws a `RemoteSetupError` when a proxy is not an address. To be imported when it is needed: the library
 * is large.
 */
export function openNetwork(variable: (name: string) => string | undefined): Network {
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: proxy('HTTP_PROXY', variable),
    httpsProxy: proxy('HTTPS_PROXY', variable),
    noProxy: either('NO_PROXY', variable),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // The same standard by two sets of declarations: those of the library, and those of Node's types.
  const throughDispatcher = ((target: string | URL, init?: object) =>
    fetch(target, { ...init, dispatcher })) as unknown as FetchLike;
  return { fetch: throughDispatcher, close: () => dispatcher.destroy() };
}

/** An empty text where none is named: the library would look at the environment of the process else. */
function proxy(name: string, variable: (name: string) => string | undefined): string {
  const address = either(name, variable);
  if (address === '' || (URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol))) return address;
  throw new RemoteSetupError(
    `The variable ${name} does not hold the address of a proxy. Write it as http://host:port.`,
  );
}

function either(name: string, variable: (name: string) => string | undefined): string {
  return variable(name.toLowerCase()) ?? variable(name) ?? '';
}
