import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finishedPage, strayPage } from './callbackPage.ts';
import { SignInError } from './signInError.ts';

/**
 * Ports of the redirect addresses that are registered, all of them at once: one is free even while another window waits
 * for its own answer. Outside the ranges that systems take outgoing ports from.
 */
export const callbackPorts: readonly number[] = [27_310, 27_311, 27_312, 27_313];

export const loopbackHost = '127.0.0.1';

export interface CallbackOptions {
  /** Tried in this order; 0 is any free port. */
  readonly ports: readonly number[];
  /** With the slash. */
  readonly path: string;
  /** What the answer must carry to be the one that is waited for. */
  readonly state: string;
  /** Named on the page that the person sees at the end. */
  readonly server: string;
}

/**
 * Waits on this machine for the one answer of an authorization server. Bound to 127.0.0.1; asked for under another
 * host name it answers nothing, so no page can reach it through a name of its own (DNS rebinding). An answer without
 * the right path and state changes nothing.
 */
export class CallbackServer {
  readonly #options: CallbackOptions;
  readonly #server: Server;
  readonly #hosts: Set<string>;
  #answered: (answer: URLSearchParams) => void = () => {};

  /** Where the browser is to end. */
  readonly address: URL;
  /** Resolves to the parameters of the answer; stays open when none comes. */
  readonly answer: Promise<URLSearchParams>;

  /** Rejects with a `SignInError` `callback` when no port is free. */
  static async open(options: CallbackOptions): Promise<CallbackServer> {
    for (const port of options.ports) {
      const server = createServer();
      if (await listens(server, port)) return new CallbackServer(server, options);
    }
    const ports = options.ports.join(', ');
    throw new SignInError(
      'callback',
      `The answer of the sign-in cannot be received: on ${loopbackHost}, port ${ports} is taken. Close the program that ` +
        'uses it, or set another "oauth.callbackPort".',
    );
  }

  constructor(server: Server, options: CallbackOptions) {
    this.#options = options;
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.address = new URL(`http://${loopbackHost}:${port}${options.path}`);
    this.#hosts = new Set([`${loopbackHost}:${port}`, `localhost:${port}`]);
    this.answer = new Promise((resolve) => {
      this.#answered = resolve;
    });
    server.on('request', (request, response) => this.#serve(request, response));
  }

  /** Lets the browser of a remote machine in, which comes under the name of its tunnel. */
  allowHost(host: string): void {
    this.#hosts.add(host);
  }

  /** Ends it at once. What still is being sent to the browser gets a moment. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeIdleConnections();
      setTimeout(() => this.#server.closeAllConnections(), 500).unref();
    });
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { host } = request.headers;
    if (host === undefined || !this.#hosts.has(host)) return send(response, 421, strayPage);
    // Whoever can reach the port can ask for `//`, which is no address.
    const target = request.url ?? '/';
    const url = URL.canParse(target, this.address.href) ? new URL(target, this.address) : undefined;
    if (request.method !== 'GET' || url?.pathname !== this.#options.path) return send(response, 404, strayPage);
    if (!isSame(url.searchParams.get('state') ?? '', this.#options.state)) return send(response, 400, strayPage);
    send(response, 200, finishedPage(this.#options.server));
    this.#answered(url.searchParams);
  }
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: loopbackHost, exclusive: true }, () => resolve(true));
  });
}

/** Compares in the same time wherever the texts differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function send(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(page);
}
