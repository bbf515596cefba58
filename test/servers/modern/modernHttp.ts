import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { CreateMcpHandlerOptions, McpHttpHandler } from '@modelcontextprotocol/server';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import { modernServer } from './modernServer.ts';

/** A request of the protocol as it came over the network. */
export interface SeenRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly id?: unknown; readonly params?: Readonly<Record<string, unknown>> };
}

/** A server of the 2026-07-28 protocol over HTTP, on a free port of this machine. */
export class ModernHttp {
  /** All requests with a method of the protocol, in order. */
  readonly seen: SeenRequest[] = [];
  readonly #requested = new Emitter<void>();
  /** Fires after each request that came in. */
  readonly onDidSee = this.#requested.event;
  readonly #streams = new Set<ServerResponse>();
  readonly #handler: McpHttpHandler;
  readonly #http: Server;

  static async start(options: CreateMcpHandlerOptions = {}): Promise<ModernHttp> {
    const server = new ModernHttp(options);
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  constructor(options: CreateMcpHandlerOptions) {
    const world = {
      visits: 0,
      hasExtraTool: false,
      toolsChanged: () => this.#handler.notify.toolsChanged(),
      resourceUpdated: (uri: string) => this.#handler.notify.resourceUpdated(uri),
    };
    this.#handler = createMcpHandler(() => modernServer(world), options);
    this.#http = createServer((request, response) => void this.#answer(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  /** The methods that were asked for, without notifications. */
  methods(): string[] {
    return this.seen.filter(({ body }) => body.id !== undefined).map(({ method }) => method);
  }

  /** Breaks the streams of those who listen, as a proxy does that has had enough. */
  dropStreams(): void {
    for (const response of this.#streams) response.destroy();
  }

  async stop(): Promise<void> {
    await this.#handler.close();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const message = (body === '' ? {} : JSON.parse(body)) as { method?: string } & SeenRequest['body'];
    if (message.method !== undefined) {
      this.seen.push({ method: message.method, headers: request.headers, body: message });
      this.#requested.fire();
    }
    const answer = await this.#handler.fetch(
      new Request(new URL(request.url ?? '/', this.url), {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(body !== '' && { body }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void response.end();
    if (message.method === 'subscriptions/listen') this.#streams.add(response);
    const content = Readable.fromWeb(answer.body as never);
    response.on('close', () => {
      this.#streams.delete(response);
      content.destroy();
    });
    content.on('error', () => response.destroy());
    content.pipe(response);
  }
}
