import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

/** A server of the 2025 protocol over HTTP whose tools ask the host several things. */
export class AskingHttp {
  readonly #transports = new Map<string, StreamableHTTPServerTransport>();
  readonly #http = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<AskingHttp> {
    const server = new AskingHttp();
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
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
    await askingServer().connect(transport);
    await transport.handleRequest(request, response, body);
  }
}

function askingServer(): McpServer {
  const mcp = new McpServer({ name: 'asking', version: '1.0.0' });
  const { server } = mcp;
  const requestedSchema = { type: 'object' as const, properties: { city: { type: 'string' as const } } };
  type Extra = { readonly requestId: string | number };
  const elicit = async (message: string, { requestId: relatedRequestId }: Extra): Promise<string> =>
    String((await server.elicitInput({ message, requestedSchema }, { relatedRequestId })).content?.['city']);
  const sample = async (text: string, { requestId: relatedRequestId }: Extra): Promise<string> => {
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text } }];
    const { content } = await server.createMessage({ messages, maxTokens: 10 }, { relatedRequestId });
    return content.type === 'text' ? content.text : content.type;
  };
  const answer = (...lines: string[]): CallToolResult => ({ content: [{ type: 'text', text: lines.join(' / ') }] });

  mcp.registerTool('one_after_the_other', {}, async (extra) => {
    const city = await elicit('Which city?', extra);
    return answer(city, await sample(`Praise ${city}`, extra), await elicit('And then?', extra));
  });
  mcp.registerTool('both_at_once', {}, async (extra) =>
    answer(...(await Promise.all([elicit('Which city?', extra), sample('Praise it', extra)]))),
  );
  mcp.registerTool('ask', { inputSchema: { question: z.string() } }, async ({ question }, extra) =>
    answer(await elicit(question, extra)),
  );
  return mcp;
}
