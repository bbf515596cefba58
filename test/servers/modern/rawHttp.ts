import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes back over HTTP for a request of the protocol: the status and the message without version and id. */
export interface RawAnswer {
  readonly status: number;
  readonly message: Readonly<Record<string, unknown>>;
}

/** An answer with a result, as a server of the modern era would send it. */
export function result(value: Readonly<Record<string, unknown>>): RawAnswer {
  return { status: 200, message: { result: value } };
}

/** What such a server says of itself first: it has tools. */
export const discovery = result({
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'private',
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'raw', version: '1.0.0' } },
});

/** Over HTTP whatever a test wants, on a free port of this machine. */
export class RawHttp {
  readonly #http: Server;

  /** `answer` gives what is answered to a method. */
  static async start(answer: (method: string) => RawAnswer): Promise<RawHttp> {
    const server = new RawHttp(answer);
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  constructor(answer: (method: string) => RawAnswer) {
    this.#http = createServer((request, response) => {
      void request.toArray().then((chunks) => {
        const text = Buffer.concat(chunks).toString();
        const { id = null, method = '' } = JSON.parse(text || '{}') as { id?: number | null; method?: string };
        const { status, message } = answer(method);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}
