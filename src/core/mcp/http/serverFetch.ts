import type { FetchLike } from '@modelcontextprotocol/client';

export interface ServerFetchOptions {
  /** Goes to the network. */
  readonly fetch: FetchLike;
  /** Address of the server. */
  readonly address: URL;
  /** Configured headers. Those that the protocol sets win. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes what must not be shown: tokens and session ids, as they go out. */
  readonly onSecret: (value: string) => void;
}

/**
 * The `fetch` that the SDK uses for a server. Configured headers, which may be keys, go to the origin of the server
 * alone: the SDK uses the same function to visit the authorization server that a server names.
 */
export function serverFetch({ fetch, address, headers, onSecret }: ServerFetchOptions): FetchLike {
  return (target, init) => {
    if (new URL(target).origin !== address.origin) return fetch(target, init);
    const sent = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) {
      if (!sent.has(name)) sent.set(name, value);
    }
    for (const name of ['authorization', 'mcp-session-id']) {
      const value = sent.get(name);
      if (value !== null) onSecret(value.replace(/^\w+\s+/u, ''));
    }
    return fetch(target, { ...init, headers: sent });
  };
}
