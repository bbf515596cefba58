import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import type { Event } from '../../../src/shared/base/emitter.ts';
import { until } from '../../support/until.ts';
import { oldServer } from './answers.ts';

type OldTransport = Parameters<ReturnType<typeof oldServer>['connect']>[0];

export interface WebSocketFixtureOptions {
  /** Whether it answers pings. */
  readonly answersPings?: boolean;
  /** Sees each message before the server does; false keeps it from the server. */
  readonly onMessage?: (message: { readonly method?: string; readonly id?: unknown }, socket: WebSocket) => boolean;
}

/** A server of the 2025 protocol behind a WebSocket on a free port of this machine. */
export class WebSocketFixture {
  readonly #changed = new Emitter<void>();
  readonly #pinged = new Emitter<void>();
  readonly #server: WebSocketServer;

  static async start(options: WebSocketFixtureOptions = {}): Promise<WebSocketFixture> {
    const fixture = new WebSocketFixture(options);
    await new Promise((resolve) => fixture.#server.once('listening', resolve));
    return fixture;
  }

  constructor({ onMessage = () => true, answersPings = true }: WebSocketFixtureOptions) {
    this.#server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: () => 'mcp',
      autoPong: answersPings,
    });
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
      socket.on('ping', () => this.#pinged.fire());
      socket.on('close', () => {
        transport.onclose?.();
        this.#changed.fire();
      });
      void oldServer().connect(transport);
    });
  }

  /** Fires at each ping of a client. */
  readonly onDidPing: Event<void> = this.#pinged.event;

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  get sockets(): ReadonlySet<WebSocket> {
    return this.#server.clients;
  }

  /** Waits until the clients have read everything that was sent to them. */
  async caughtUp(): Promise<void> {
    const pongs = [...this.#server.clients].map((socket) => {
      const pong = new Promise((resolve) => socket.once('pong', resolve));
      socket.ping();
      return pong;
    });
    await Promise.all(pongs);
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
