import type { Credentials } from '../../src/core/mcp/auth/credentialSource.ts';
import type { JsonObject } from '../../src/shared/base/json.ts';

/** What the suite tells a client of a scenario (`MCP_CONFORMANCE_CONTEXT`), by the names that the suite uses. */
interface ScenarioContext {
  readonly name?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_token_endpoint?: string;
  readonly valid_jwt?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

export function readScenarioContext(environment: NodeJS.ProcessEnv): ScenarioContext {
  return JSON.parse(environment['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as ScenarioContext;
}

/**
 * What a person who was given the data of a scenario would configure as credentials: undefined where a person signs in.
 * A client id with a secret alone can mean either, which only the scenario's name tells.
 */
export function credentialsOf(context: ScenarioContext): Credentials | undefined {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey, issuer } = context;
  if (clientId === undefined) return undefined;
  const { idp_client_id: identityClientId, idp_id_token: idToken, idp_token_endpoint: identityTokenEndpoint } = context;
  if (identityClientId !== undefined && idToken !== undefined && identityTokenEndpoint !== undefined) {
    return {
      type: 'enterprise',
      clientId,
      clientSecret: clientSecret ?? '',
      identityTokenEndpoint,
      identityClientId,
      idToken: () => Promise.resolve(idToken),
    };
  }
  const { valid_jwt: assertion } = context;
  if (assertion !== undefined) return { type: 'workload', clientId, assertion: () => Promise.resolve(assertion) };
  if (privateKey !== undefined) {
    return { type: 'privateKey', clientId, privateKey, algorithm: context.signing_algorithm ?? 'ES256' };
  }
  if (clientSecret !== undefined && context.name === 'auth/client-credentials-basic') {
    return { type: 'clientSecret', clientId, clientSecret, issuer };
  }
  return undefined;
}
