import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { askingServer } from './askingServer.ts';
import type { Visits } from './askingServer.ts';

/** A server of the 2025 protocol over HTTP whose tools ask the host several things. */
export class AskingHttp {
  readonly #transports = new Map<string, StreamableHTTPServerTransport>();
  readonly #servers: McpServer[] = [];
  /** What it wants people to have visited. */
  readonly visits: Visits = { calls: [] };
  readonly #http = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<AskingHttp> {
    const server = new AskingHttp();
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  /** Tells everybody who listens that what they were sent to an address for is done. */
  async complete(elicitationId: string): Promise<void> {
    const params = { elicitationId };
    await Promise.all(
      this.#servers.map(({ server }) => server.notification({ method: 'notifications/elicitation/complete', params })),
    );
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await request.toArray()).toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const known = this.#transports.get(String(request.headers['mcp-session-id']));
    if (known) return known.handleRequest(request, response, body);
    if (!isInitializeRequest(body)) return void response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#transports.set(id, transport),
    });
    const server = askingServer(this.visits);
    this.#servers.push(server);
    await server.connect(transport);
    await transport.handleRequest(request, response, body);
  }
}
