import type { OAuthSettings, ServerDefinition } from './serverDefinition.ts';

/** What a person reads before a server of the network is approved: where it is, what it is sent, what else it is granted. */
export interface WrittenAddress {
  readonly url: string;
  /** Names of the headers that are sent; their values are nobody's to see. */
  readonly headerNames: readonly string[];
  /** A command line that is run for headers: it is code of the workspace, as `command` of a program is. */
  readonly headersHelper?: string | undefined;
  /** Absolute: where `headersHelper` runs. */
  readonly cwd?: string | undefined;
  /** Who signs in, and where. Holds no secret: that of the client is named by its variable. */
  readonly oauth: OAuthSettings;
  /** Names of tools that would run without asking; `*` among them is every tool. */
  readonly alwaysAllow: readonly string[];
}

/**
 * The address as it is written in the file: the values of variables may be secret, so these stay names. Undefined for
 * a server that is not reached over the network.
 */
export function writtenAddress({ transport, alwaysAllow, raw }: ServerDefinition): WrittenAddress | undefined {
  switch (transport.type) {
    case 'http':
    case 'sse': {
      const { headersHelper, cwd } = transport;
      const helper =
        headersHelper === undefined ? undefined : { headersHelper: textOr(raw['headersHelper'], headersHelper), cwd };
      const url = textOr(raw['url'], transport.url);
      const oauth = writtenSettings(transport.oauth, raw['oauth']);
      return { url, headerNames: Object.keys(transport.headers), ...helper, oauth, alwaysAllow };
    }
    case 'ws':
      return { url: textOr(raw['url'], transport.url), headerNames: [], oauth: {}, alwaysAllow };
    case 'stdio':
    case 'unusable':
      return undefined;
  }
}

function writtenSettings(expanded: OAuthSettings, raw: unknown): OAuthSettings {
  const written = new Map(typeof raw === 'object' && raw !== null ? Object.entries(raw) : []);
  return Object.fromEntries(
    Object.entries(expanded).map(([key, value]) => [
      key,
      typeof value === 'string' ? textOr(written.get(key), value) : value,
    ]),
  );
}

function textOr(written: unknown, expanded: string): string {
  return typeof written === 'string' ? written : expanded;
}
