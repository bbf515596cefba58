import { setTimeout as delay } from 'node:timers/promises';
import { deserializeMessage } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import WebSocket from 'ws';
import type { RawData } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Timing } from '../../base/timing.ts';
import { maxMessageBytes } from './boundedResponse.ts';
import { NetworkLostError } from './connectionLoss.ts';
import { UpgradeRefusedError, WebSocketClosedError } from './webSocketErrors.ts';

export interface WebSocketTransportOptions {
  readonly url: URL;
  readonly timing: Timing;
  /** Called once when the connection ends by itself, before the transport closes. */
  readonly onLoss: (loss: WebSocketClosedError) => void;
}

const subprotocol = 'mcp';

/** A connection over which nothing came for two of these is dead, though the system may not know it yet. */
const pingEveryMs = 30_000;

/** How long the other end may take to say goodbye as well. */
const farewellMs = 1_000;

/** MCP over a WebSocket: one JSON message a text frame. */
export class WebSocketTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];

  readonly #options: WebSocketTransportOptions;
  #socket: WebSocket | undefined;
  #pinging: Disposable | undefined;
  #isAlive = true;
  #error: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: WebSocketTransportOptions) {
    this.#options = options;
  }

  /** Rejects with an `UpgradeRefusedError`, a `WebSocketClosedError`, or the error of the network. */
  start(): Promise<void> {
    const socket = new WebSocket(this.#options.url, subprotocol, {
      maxPayload: maxMessageBytes,
      // Each message in a turn of its own: the SDK handles notifications a turn later than answers.
      allowSynchronousEvents: false,
    });
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => (this.#isAlive = true));
    return new Promise((resolve, reject) => {
      socket.on('unexpected-response', (request, response) => {
        reject(new UpgradeRefusedError(response.statusCode ?? 0));
        request.destroy();
      });
      socket.on('error', (error) => {
        this.#error = error;
        reject(error);
      });
      socket.once('open', () => {
        this.#schedulePing();
        resolve();
      });
      socket.once('close', (code, reason) => {
        const closed = new WebSocketClosedError(code, reason.toString('utf8'), { cause: this.#error });
        reject(closed);
        this.#lose(closed);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = this.#socket;
      if (!socket || this.#closing) return reject(new NetworkLostError('the connection is closed', false));
      socket.send(JSON.stringify(message), (error) => {
        if (error) reject(new NetworkLostError('the connection is closed', false, { cause: error }));
        else resolve();
      });
    });
  }

  /** Says goodbye, and closes hard when that is not answered within a second. */
  close(): Promise<void> {
    // Not at once: who learns of the end closes too, and must find it under way.
    this.#closing ??= Promise.resolve().then(() => this.#end());
    return this.#closing;
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#closing) return;
    this.#isAlive = true;
    let message: JSONRPCMessage;
    try {
      if (isBinary) throw new Error('binary');
      // Of this kind as long as the socket's binaryType is left alone.
      message = deserializeMessage((data as Buffer).toString('utf8'));
    } catch {
      this.onerror?.(new Error('The server sent what is no message of MCP; it was left out.'));
      return;
    }
    this.onmessage?.(message);
  }

  #ping(): void {
    if (!this.#isAlive) return this.#socket?.terminate();
    this.#isAlive = false;
    this.#socket?.ping();
    this.#schedulePing();
  }

  #schedulePing(): void {
    this.#pinging = this.#options.timing.schedule(() => this.#ping(), pingEveryMs);
  }

  #lose(loss: WebSocketClosedError): void {
    if (this.#closing) return;
    this.#options.onLoss(loss);
    void this.close();
  }

  async #end(): Promise<void> {
    this.#pinging?.dispose();
    this.onclose?.();
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const waiting = new AbortController();
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.close(1000);
    await Promise.race([closed, delay(farewellMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
    socket.terminate();
  }
}
