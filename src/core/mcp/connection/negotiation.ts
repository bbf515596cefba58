import { Client } from '@modelcontextprotocol/client';
import type { ProcessTransport } from '../process/processTransport.ts';
import { isSpawnError } from '../process/serverProcess.ts';

/** How Patchbay introduces itself to servers. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** A client that has shaken hands. */
export interface OpenedClient {
  readonly client: Client;
  readonly transport: ProcessTransport;
}

export interface NegotiationOptions {
  readonly clientInfo: ClientInfo;
  /** The transport to try first. It may have been started. */
  readonly transport: ProcessTransport;
  /** Makes another one, to try again; the caller closes both in the end. */
  readonly newTransport: () => ProcessTransport;
  /** Called before each handshake, to register what the server may send from the first message on. */
  readonly prepare: (client: Client) => void;
  /** Whether the connection is no longer wanted: nothing is tried again then. */
  readonly isOver: () => boolean;
  readonly timeoutMs: number;
}

/** Contract §10. A pipe that stays silent for so long belongs to the legacy era. */
const probeTimeoutMs = 5_000;

/**
 * Connects in whichever era the server speaks. Servers older than the modern era may die of its first question or
 * answer it with nonsense, so whatever goes wrong is tried once more, on a new process, the legacy way alone. Rejects
 * with the error of the last attempt.
 */
export async function openClient(options: NegotiationOptions): Promise<OpenedClient> {
  try {
    return await attempt('auto', options.transport, options);
  } catch (error) {
    if (options.isOver() || isSpawnError(error)) throw error;
    return attempt('legacy', options.newTransport(), options);
  }
}

async function attempt(
  mode: 'auto' | 'legacy',
  transport: ProcessTransport,
  options: NegotiationOptions,
): Promise<OpenedClient> {
  // No capabilities: nothing here can answer for roots, sampling or elicitation.
  const client = new Client(options.clientInfo, {
    capabilities: {},
    versionNegotiation: mode === 'auto' ? { mode, probe: { timeoutMs: probeTimeoutMs } } : { mode },
  });
  options.prepare(client);
  try {
    await client.connect(transport, { timeout: options.timeoutMs });
    return { client, transport };
  } catch (error) {
    await transport.close();
    throw error;
  }
}
