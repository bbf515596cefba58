import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  AuthProvider,
  FetchLike,
  JSONRPCMessage,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isJSONRPCRequest, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Timing } from '../../base/timing.ts';
import { boundedResponse } from './boundedResponse.ts';
import { NetworkLostError, SessionLostError } from './connectionLoss.ts';
import type { ConnectionLoss } from './connectionLoss.ts';
import { withLoss } from './requestLoss.ts';
import { signInNeed } from './signInNeed.ts';

export interface RemoteTransportOptions {
  readonly url: URL;
  /** Goes to the server, with the headers it is configured to get. */
  readonly fetch: FetchLike;
  readonly authProvider?: AuthProvider | undefined;
  readonly timing: Timing;
  /** Called once when the connection ends by itself, before the transport closes. */
  readonly onLoss: (loss: ConnectionLoss) => void;
}

/** Contract §10: 1, 2, 4, 8, 16 s. */
const reconnects = 5;
const reconnection = { initialReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 2, maxReconnectionDelay: 16_000 };
/** What is added at most, so that the clients of a server that restarts do not come back in step. */
const jitter = 0.1;

const shortStreamMs = 1_000;

const farewellMs = 1_000;

/** A request whose answer has not come: what must happen when it never will. */
interface OpenRequest {
  fail(error: Error): void;
}

/**
 * Streamable HTTP. The SDK's transport leaves a request waiting when the stream of its answer ends early, asks for an
 * event that is too long again and again, and goes on without saying so when its stream for notifications is lost or
 * the session is gone. This one rejects the request, or ends with a `ConnectionLoss`. It also takes leave of the
 * session when it is closed.
 */
export class HttpTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** Cancelling a request of the modern era closes its stream. */
  readonly hasPerRequestStream = true;

  readonly #options: RemoteTransportOptions;
  readonly #inner: StreamableHTTPClientTransport;
  /** The request on whose behalf something is fetched; the SDK does not say it. None: the stream for notifications. */
  readonly #requests = new AsyncLocalStorage<OpenRequest | undefined>();
  readonly #timers = new Set<Disposable>();
  /** When the stream for notifications was opened last, in milliseconds since the epoch. */
  #streamedAt: number | undefined;
  #shortStreams = 0;
  #isSessionLost = false;
  #closing: Promise<void> | undefined;

  constructor(options: RemoteTransportOptions) {
    this.#options = options;
    const { url, authProvider } = options;
    this.#inner = new StreamableHTTPClientTransport(url, {
      ...(authProvider && { authProvider }),
      fetch: (target, init) => this.#fetch(target, init),
      // One more than are made: the last is not scheduled but given up.
      reconnectionOptions: { ...reconnection, maxRetries: reconnects + 1 },
      reconnectionScheduler: (reconnect, delayMs, attempt) => this.#reconnect(reconnect, delayMs, attempt),
    });
    this.#inner.onmessage = (message) => this.onmessage?.(message);
    this.#inner.onerror = (error) => {
      if (this.#closing) return;
      this.onerror?.(error);
      // When the request that met with it has been rejected: it says more than that the connection is closed.
      if (signInNeed(error, false) !== undefined) setImmediate(() => this.#lose('signIn'));
    };
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    try {
      await (isJSONRPCRequest(message)
        ? this.#sendRequest(message, options)
        : this.#requests.run(undefined, () => this.#inner.send(message, innerOptions(options))));
    } catch (error) {
      const loss = withLoss(error, this.sessionId !== undefined);
      this.#isSessionLost ||= loss instanceof SessionLostError;
      throw loss;
    }
  }

  /** Ends the connection; the session, when there is one, is told. Resolves within about a second. */
  close(): Promise<void> {
    // Not at once: who learns of the end closes too, and must find it under way.
    this.#closing ??= Promise.resolve().then(() => this.#end());
    return this.#closing;
  }

  /** Settles only when the request fails: its answer comes as a message. */
  #sendRequest(message: JSONRPCMessage, options: TransportSendOptions): Promise<never> {
    return new Promise((_resolve, reject) => {
      const abort = new AbortController();
      const request: OpenRequest = {
        fail: (error) => {
          reject(error);
          abort.abort();
        },
      };
      const { requestSignal, onRequestStreamEnd } = options;
      const sent = this.#requests.run(request, () =>
        this.#inner.send(message, {
          ...innerOptions(options),
          requestSignal: requestSignal ? AbortSignal.any([requestSignal, abort.signal]) : abort.signal,
          onRequestStreamEnd: () => {
            onRequestStreamEnd?.();
            reject(new NetworkLostError('The answer broke off', true));
          },
        }),
      );
      sent.catch(reject);
    });
  }

  async #fetch(target: string | URL, init?: RequestInit): Promise<Response> {
    const request = this.#requests.getStore();
    const response = await this.#options.fetch(target, init);
    const isStream = init?.method === 'GET' && new Headers(init.headers).get('accept')?.includes('text/event-stream');
    if (isStream && response.status === 404) {
      await response.body?.cancel();
      if (!request && this.#streamedAt !== undefined) this.#lose('session');
      // Many servers without a stream answer 404, where the specification wants 405.
      return new Response(null, { status: 405 });
    }
    if (isStream && !request && response.ok) this.#streamedAt = this.#options.timing.now();
    return boundedResponse(response, (error) => (request ? request.fail(error) : this.#lose('message')));
  }

  #reconnect(reconnect: () => void, delayMs: number, attempt: number): void {
    // A server ends its streams when it is told that the session is over.
    if (this.#closing) return;
    const request = this.#requests.getStore();
    if (attempt >= reconnects) {
      if (request) request.fail(new NetworkLostError('The answer broke off, and could not be taken up again', true));
      else this.#lose('stream');
      return;
    }
    if (!request && attempt === 0 && this.#hasNoStream(delayMs)) return;
    const { schedule, random } = this.#options.timing;
    const timer = schedule(
      () => {
        this.#timers.delete(timer);
        this.#requests.run(request, reconnect);
      },
      delayMs * (1 + random() * jitter),
    );
    this.#timers.add(timer);
  }

  /** A server that ends one stream after the other at once, and does not say when to come back, has none to offer. */
  #hasNoStream(delayMs: number): boolean {
    const { now } = this.#options.timing;
    const isShort = now() - (this.#streamedAt ?? 0) < shortStreamMs;
    const isAskedBack = delayMs !== reconnection.initialReconnectionDelay;
    this.#shortStreams = isShort && !isAskedBack ? this.#shortStreams + 1 : 0;
    return this.#shortStreams > reconnects;
  }

  #lose(loss: ConnectionLoss): void {
    if (this.#closing) return;
    this.#isSessionLost = loss === 'session';
    this.#options.onLoss(loss);
    void this.close();
  }

  async #end(): Promise<void> {
    for (const timer of this.#timers) timer.dispose();
    this.onclose?.();
    if (this.sessionId !== undefined && !this.#isSessionLost) await this.#takeLeave();
    await this.#inner.close();
  }

  /** A server that does not hear it, or wants none of it (405), forgets the session in its own time. */
  async #takeLeave(): Promise<void> {
    const waiting = new AbortController();
    const left = this.#inner.terminateSession().catch(() => undefined);
    await Promise.race([left, delay(farewellMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
  }
}

/** The SDK's transports want what is not given to be absent. */
function innerOptions({ resumptionToken, onresumptiontoken, headers }: TransportSendOptions): {
  resumptionToken?: string;
  onresumptiontoken?: (token: string) => void;
  headers?: Readonly<Record<string, string>>;
} {
  return {
    ...(resumptionToken !== undefined && { resumptionToken }),
    ...(onresumptiontoken && { onresumptiontoken }),
    ...(headers && { headers }),
  };
}
