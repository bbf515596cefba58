import type { Client } from '@modelcontextprotocol/client';
import type { ServerIdentity } from './connectionState.ts';

/** What a server said of itself at the handshake; `name` is that of its definition, for servers that have none. */
export function identityOf(client: Client, name: string, transport: ServerIdentity['transport']): ServerIdentity {
  const said = client.getServerVersion();
  const capabilities = client.getServerCapabilities() ?? {};
  return {
    name: said?.name ?? name,
    version: said?.version ?? '',
    title: said?.title,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    era: client.getProtocolEra() ?? 'legacy',
    transport,
    instructions: client.getInstructions(),
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
