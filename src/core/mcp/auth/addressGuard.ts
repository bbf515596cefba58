import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { addressClass, writtenClass } from './addressClass.ts';
import type { AddressClass } from './addressClass.ts';
import { SignInError } from './signInError.ts';

/** Finds the addresses of a host name. */
export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>;

const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true, order: 'verbatim' });

/**
 * Decides where a server may lead this host while signing in. What a person configured is their own word: the server's
 * address and others in its entry. Whatever comes from the network must be `https:` and on the internet, so that no
 * server can have this machine ask inside a network for it. A server on this machine may name others on it, also
 * without TLS; a private host may name itself.
 */
export class AddressGuard {
  readonly #hosts: ReadonlySet<string>;
  readonly #isLocal: boolean;
  readonly #resolve: Resolver;

  /** `configured` are the addresses that the person wrote, the server's first. */
  constructor(configured: readonly URL[], resolve: Resolver = systemResolver) {
    const [server] = configured;
    this.#hosts = new Set(configured.map(({ hostname }) => hostname));
    this.#isLocal = server !== undefined && writtenClass(server.hostname) === 'loopback';
    this.#resolve = resolve;
  }

  /** Throws a `SignInError` `untrusted` for an address that is refused as it is written. */
  checkWritten(url: URL): void {
    const kind = writtenClass(url.hostname);
    const mayBePlain = kind === 'loopback' && this.#isLocal;
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain)) {
      throw refused(url, 'it is not an https: address');
    }
    if (url.username !== '' || url.password !== '') throw refused(url, 'it holds a user name or a password');
    if (kind !== undefined && !this.#isAllowed(url.hostname, kind)) throw refused(url, whither(kind));
  }

  /**
   * The addresses of a URL's host that may be connected to; connecting to exactly these leaves no second look-up that
   * could answer differently. Throws a `SignInError` `untrusted` when there are none, and the resolver's error.
   */
  async resolve(url: URL): Promise<readonly LookupAddress[]> {
    this.checkWritten(url);
    return this.#choose(url, await this.#resolve(url.hostname.replace(/^\[|\]$/gu, '')));
  }

  /** The same as far as it can be told from here: a browser or a proxy may find what is not found here. */
  async resolveIfPossible(url: URL): Promise<readonly LookupAddress[]> {
    this.checkWritten(url);
    const found = await this.#resolve(url.hostname.replace(/^\[|\]$/gu, '')).catch(() => []);
    return found.length === 0 ? [] : this.#choose(url, found);
  }

  #choose(url: URL, found: readonly LookupAddress[]): readonly LookupAddress[] {
    const allowed = found.filter(({ address }) => this.#isAllowed(url.hostname, addressClass(address)));
    if (allowed.length > 0) return allowed;
    throw refused(url, whither(addressClass(found[0]?.address ?? '')));
  }

  #isAllowed(hostname: string, kind: AddressClass): boolean {
    switch (kind) {
      case 'public':
        return true;
      case 'private':
        return this.#hosts.has(hostname);
      case 'loopback':
        return this.#isLocal;
      case 'forbidden':
        return false;
    }
  }
}

function refused(url: URL, reason: string): SignInError {
  // Without its query, which may hold what is not for a log.
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  return new SignInError(
    'untrusted',
    `Signing in leads to ${shown}, and ${reason}. Nothing was sent there. Tell whoever runs the server, or write the ` +
      `address of the authorization server's metadata as "oauth.authServerMetadataUrl" if you trust that host.`,
  );
}

function whither(kind: AddressClass): string {
  switch (kind) {
    case 'public':
      return 'it leads to the internet';
    case 'private':
      return 'it leads into a private network';
    case 'loopback':
      return 'it leads to this machine';
    case 'forbidden':
      return 'it leads to an address that no server may name';
  }
}
