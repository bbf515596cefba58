import { ConfigError } from './configError.ts';
import type { ServerEntry } from './configEntry.ts';
import type { OAuthSettings } from './serverDefinition.ts';
import { expandTree, refersToInput } from './variables.ts';
import type { VariableScope } from './variables.ts';

/** The settings of a sign-in, expanded; `clientSecretEnv` is the name of a variable and stays one. */
export function readOAuthSettings(
  name: string,
  written: NonNullable<ServerEntry['oauth']>,
  variables: VariableScope,
): OAuthSettings {
  const { clientId, clientSecretEnv, callbackPort, scopes } = written;
  const settings: OAuthSettings = {
    clientId: clientId === undefined ? undefined : expandTree(clientId, variables, 'oauth.clientId'),
    clientSecretEnv,
    callbackPort,
    authServerMetadataUrl: addressIn('authServerMetadataUrl'),
    clientMetadataUrl: addressIn('clientMetadataUrl'),
    scopes: scopes === undefined ? undefined : scopesOf(expandTree(scopes, variables, 'oauth.scopes')),
  };
  // What is not written is left out, so that equal settings are equal values.
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

  function addressIn(key: 'authServerMetadataUrl' | 'clientMetadataUrl'): string | undefined {
    const address = written[key];
    if (address === undefined) return undefined;
    const field = `oauth.${key}`;
    const text = expandTree(address, variables, field);
    if (variables.areInputsOpen && refersToInput(address)) return text;
    if (URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)) return text;
    throw new ConfigError(
      'invalid_config',
      `"${field}" of "${name}" must be a whole address that begins with https:// or http://.`,
      field,
    );
  }
}

/** A string holds several scopes with blanks between them, as the protocol writes them. */
function scopesOf(written: string | readonly string[]): readonly string[] {
  return [written].flat().flatMap((text) => text.split(/\s+/u).filter((scope) => scope !== ''));
}
