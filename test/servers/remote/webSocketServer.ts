import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import { until } from '../../support/until.ts';
import { oldServer } from './answers.ts';

type OldTransport = Parameters<ReturnType<typeof oldServer>['connect']>[0];

export interface WebSocketFixtureOptions {
  /** Sees each message before the server does; false keeps it from the server. */
  readonly onMessage?: (message: { readonly method?: string; readonly id?: unknown }, socket: WebSocket) => boolean;
}

/** A server of the 2025 protocol behind a WebSocket on a free port of this machine. */
export class WebSocketFixture {
  readonly #changed = new Emitter<void>();
  readonly #server: WebSocketServer;

  static async start(options: WebSocketFixtureOptions = {}): Promise<WebSocketFixture> {
    const fixture = new WebSocketFixture(options);
    await new Promise((resolve) => fixture.#server.once('listening', resolve));
    return fixture;
  }

  constructor({ onMessage = () => true }: WebSocketFixtureOptions) {
    this.#server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'mcp' });
    this.#server.on('connection', (socket) => {
      const transport: OldTransport = {
        start: () => Promise.resolve(),
        send: (message) => Promise.resolve(socket.send(JSON.stringify(message))),
        close: () => Promise.resolve(socket.close()),
      };
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Parameters<NonNullable<OldTransport['onmessage']>>[0];
        if (onMessage(message, socket)) transport.onmessage?.(message);
      });
      socket.on('close', () => {
        transport.onclose?.();
        this.#changed.fire();
      });
      void oldServer().connect(transport);
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  get sockets(): ReadonlySet<WebSocket> {
    return this.#server.clients;
  }

  /** Waits until nobody is connected. */
  async left(): Promise<void> {
    await until(this.#changed.event, () => this.#server.clients.size === 0, 3_000);
  }

  async stop(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
