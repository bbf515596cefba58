import { asObject } from '../../../shared/base/json.ts';
import type { ServerDefinition, TransportDefinition } from './serverDefinition.ts';
import { referencesIn } from './variables.ts';

/** What a definition takes of whoever runs it, by name and in the order in which it is written. */
export interface UsedReferences {
  /** Variables of the person's environment. */
  readonly variables: readonly string[];
  /** Ids of inputs, whose values the person is asked for once. */
  readonly inputs: readonly string[];
}

/** The keys whose text is expanded. */
const expandedKeys: Readonly<Record<TransportDefinition['type'], readonly string[]>> = {
  stdio: ['command', 'args', 'env', 'envFile', 'cwd'],
  http: ['url', 'headers', 'headersHelper', 'oauth', 'cwd'],
  sse: ['url', 'headers', 'headersHelper', 'oauth', 'cwd'],
  ws: ['url'],
  unusable: [],
};

/**
 * The variables and inputs that a definition names anywhere, also where a default would do: a program or an address that
 * a workspace chose gets their values, so whoever approves it must see which ones these are.
 */
export function usedReferences({ transport, raw }: Pick<ServerDefinition, 'transport' | 'raw'>): UsedReferences {
  const variables = new Set<string>();
  const inputs = new Set<string>();
  for (const text of expandedKeys[transport.type].flatMap((key) => textsIn(raw[key]))) {
    for (const { kind, name } of referencesIn(text)) (kind === 'input' ? inputs : variables).add(name);
  }
  const secret = 'oauth' in transport ? transport.oauth.clientSecretEnv : undefined;
  if (secret !== undefined) variables.add(secret);
  return { variables: [...variables], inputs: [...inputs] };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(asObject(value) ?? {});
  return items.flatMap(textsIn);
}
