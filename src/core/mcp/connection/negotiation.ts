import type { Transport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { traceRequests } from '../host/askingRequest.ts';
import type { HandshakeOptions } from './serverChannel.ts';
import { takeUntypedResults } from './untypedResults.ts';

/** Contract §10. A server that stays silent for so long is taken for one of the legacy era. */
const maxProbeTimeoutMs = 5_000;

/**
 * Shakes hands on a transport: `auto` asks the server which era it speaks, `legacy` does not ask. Rejects, and closes
 * the transport, when that fails.
 */
export async function shakeHands(
  mode: 'auto' | 'legacy',
  transport: Transport,
  options: HandshakeOptions,
): Promise<Client> {
  // A silent probe must leave time for another way.
  const probe = { timeoutMs: Math.min(maxProbeTimeoutMs, options.timeoutMs / 2) };
  const client = new Client(options.clientInfo, {
    capabilities: options.capabilities,
    versionNegotiation: mode === 'auto' ? { mode, probe } : { mode },
  });
  options.prepare(client);
  try {
    await client.connect(transport, { timeout: options.timeoutMs });
    if (client.getProtocolEra() === 'modern') takeUntypedResults(transport);
    traceRequests(transport);
    return client;
  } catch (error) {
    await transport.close();
    throw error;
  }
}
