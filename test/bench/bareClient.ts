import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** How a server is started. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** A client of the SDK with its defaults, connected over the SDK's own transport. Whoever asks for it closes it. */
export async function connectBareClient({ command, args }: ServerCommand): Promise<Client> {
  const client = new Client({ name: 'bare', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }));
  return client;
}
