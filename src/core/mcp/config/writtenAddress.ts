import { asObject } from '../../../shared/base/json.ts';
import { withoutLiteralSecret } from './literalSecrets.ts';
import type { OAuthSettings, ServerDefinition } from './serverDefinition.ts';
import { usedReferences } from './usedReferences.ts';
import type { UsedReferences } from './usedReferences.ts';
import { writtenText } from './writtenText.ts';

/** What a person reads before a server of the network is approved: where it is, what it is sent, what else it is granted. */
export interface WrittenAddress extends UsedReferences {
  readonly url: string;
  /** The headers that are sent, as `Name: value`: variables stay names, what looks like a secret is taken out. */
  readonly headers: readonly string[];
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
export function writtenAddress(definition: ServerDefinition): WrittenAddress | undefined {
  const { transport, alwaysAllow, raw } = definition;
  const used = usedReferences(definition);
  switch (transport.type) {
    case 'http':
    case 'sse': {
      const { headersHelper, cwd } = transport;
      const helper =
        headersHelper === undefined
          ? undefined
          : { headersHelper: writtenText(raw['headersHelper'], headersHelper), cwd };
      const url = writtenText(raw['url'], transport.url);
      const oauth = writtenSettings(transport.oauth, raw['oauth']);
      const headers = writtenHeaders(Object.keys(transport.headers), raw['headers']);
      return { url, headers, ...helper, oauth, ...used, alwaysAllow };
    }
    case 'ws':
      return { url: writtenText(raw['url'], transport.url), headers: [], oauth: {}, ...used, alwaysAllow };
    case 'stdio':
    case 'unusable':
      return undefined;
  }
}

function writtenHeaders(names: readonly string[], raw: unknown): string[] {
  const written = asObject(raw) ?? {};
  return names.map((name) => {
    const value = written[name];
    return typeof value === 'string' ? `${name}: ${withoutLiteralSecret(name, value)}` : name;
  });
}

function writtenSettings(expanded: OAuthSettings, raw: unknown): OAuthSettings {
  const written = asObject(raw) ?? {};
  return Object.fromEntries(
    Object.entries(expanded).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? writtenText(written[key], value)
        : Array.isArray(value)
          ? textsOf(written[key])
          : value,
    ]),
  );
}

/** Scopes: a list, or one text with blanks between them. */
function textsOf(written: unknown): readonly string[] {
  return [written].flat().flatMap((text) => (typeof text === 'string' ? text.split(' ').filter(Boolean) : []));
}
