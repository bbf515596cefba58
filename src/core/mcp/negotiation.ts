import { Client } from '@modelcontextprotocol/client';
import type { ProcessTransport } from './processTransport.ts';

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
  /** Makes a transport that was not started before; the caller closes it in the end. */
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
    return await attempt('auto', options);
  } catch (error) {
    if (options.isOver() || isSpawnError(error)) throw error;
    return attempt('legacy', options);
  }
}

/** Whether the process could not even be started, with the system's reason as `code`. */
export function isSpawnError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn');
}

async function attempt(mode: 'auto' | 'legacy', options: NegotiationOptions): Promise<OpenedClient> {
  const transport = options.newTransport();
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
