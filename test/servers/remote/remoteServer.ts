import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import { until } from '../../support/until.ts';

/** A request as it came over the network. */
export interface RemoteRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The message of the protocol in the body. */
  readonly message: { readonly id?: unknown; readonly method?: string; readonly params?: unknown } | undefined;
  readonly incoming: IncomingMessage;
}

/** Answers a request. */
export type Answer = (request: RemoteRequest, response: ServerResponse) => void | Promise<void>;

/** Key and certificate in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A server of the network on a free port of this machine, which knows who is connected to it. */
export class RemoteServer {
  /** All requests, in order. */
  readonly requests: RemoteRequest[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #changed = new Emitter<void>();
  readonly #http: Server;
  readonly #scheme: 'http' | 'https';
  #answer: Answer;

  static async start(answer: Answer, certificate?: Certificate): Promise<RemoteServer> {
    const server = new RemoteServer(answer, certificate);
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  constructor(answer: Answer, certificate?: Certificate) {
    this.#answer = answer;
    const onRequest = (incoming: IncomingMessage, response: ServerResponse): void =>
      void this.#onRequest(incoming, response);
    this.#scheme = certificate ? 'https' : 'http';
    this.#http = certificate ? createTlsServer(certificate, onRequest) : createServer(onRequest);
    this.#http.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.#changed.fire();
      });
    });
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  url(path = '/mcp', host = '127.0.0.1'): string {
    return `${this.#scheme}://${host}:${this.port}${path}`;
  }

  /** The methods of the protocol that were asked for, in order, without notifications. */
  methods(): string[] {
    return this.requests.flatMap(({ message }) => (message?.id === undefined ? [] : [message.method ?? 'answer']));
  }

  /** Answers in another way from now on. */
  become(answer: Answer): void {
    this.#answer = answer;
  }

  /** Waits until a request fits that has come or will come. */
  request(fits: (request: RemoteRequest) => boolean): Promise<RemoteRequest> {
    return until(this.#changed.event, () => this.requests.find(fits));
  }

  /** Waits until nobody is connected. */
  async left(): Promise<void> {
    await until(this.#changed.event, () => this.#sockets.size === 0, 3_000);
  }

  /** Breaks all connections, as a network does that goes away. */
  breakConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.breakConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #onRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const { method = '', url: path = '', headers } = incoming;
    const message = body.startsWith('{') ? (JSON.parse(body) as RemoteRequest['message']) : undefined;
    const request = { method, path, headers, message, incoming };
    this.requests.push(request);
    this.#changed.fire();
    await this.#answer(request, response);
  }
}
