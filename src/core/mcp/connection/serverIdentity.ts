import type { Client } from '@modelcontextprotocol/client';
import type { Redactor } from '../config/secretNames.ts';
import type { ServerIdentity } from './connectionState.ts';

/**
 * What a server said of itself at the handshake, without the secrets that it was given: it is shown, logged, kept and
 * given to models. `name` is that of its definition, for servers that have none.
 */
export function identityOf(
  client: Client,
  name: string,
  transport: ServerIdentity['transport'],
  redact: Redactor,
): ServerIdentity {
  const said = client.getServerVersion();
  const instructions = client.getInstructions();
  const capabilities = client.getServerCapabilities() ?? {};
  return {
    name: said ? redact(said.name) : name,
    version: redact(said?.version ?? ''),
    title: said?.title === undefined ? undefined : redact(said.title),
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    era: client.getProtocolEra() ?? 'legacy',
    transport,
    instructions: instructions === undefined ? undefined : redact(instructions),
    declares: {
      tools: capabilities.tools !== undefined,
      resources: capabilities.resources !== undefined,
      prompts: capabilities.prompts !== undefined,
      completions: capabilities.completions !== undefined,
      logging: capabilities.logging !== undefined,
      subscriptions: capabilities.resources?.subscribe === true,
    },
  };
}
