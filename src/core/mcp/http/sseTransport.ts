import type { FetchLike, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { SdkErrorCode, SdkHttpError, SSEClientTransport, SseError } from '@modelcontextprotocol/client';
import { abortable } from '../../base/abortable.ts';
import { boundedResponse } from './boundedResponse.ts';
import type { ConnectionLoss } from './connectionLoss.ts';
import type { RemoteTransportOptions } from './httpTransport.ts';
import { withLoss } from './requestLoss.ts';
import { signInNeed } from './signInNeed.ts';

/**
 * HTTP+SSE, the transport of 2024-11-05. Its one stream is the session: the SDK would open another by itself, which
 * knows nothing of the handshake, so this one ends with a `ConnectionLoss` instead. Its errors carry the status and the
 * reason of the system, which the SDK's leave out.
 */
export class SseTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];

  readonly #options: RemoteTransportOptions;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is what these servers speak
  readonly #inner: SSEClientTransport;
  #openError: unknown;
  readonly #closed = new AbortController();
  #isOpen = false;

  constructor(options: RemoteTransportOptions) {
    this.#options = options;
    const { url, authProvider } = options;
    const fetch: FetchLike = (target, init) => this.#fetch(target, init);
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    this.#inner = new SSEClientTransport(url, { ...(authProvider && { authProvider }), fetch });
    this.#inner.onmessage = (message) => this.onmessage?.(message);
    this.#inner.onerror = (error) => {
      if (this.#closed.signal.aborted) return;
      this.onerror?.(error);
      if (!this.#isOpen) return;
      if (error instanceof SseError) this.#lose('closed');
      // When the message that met with it has been rejected: it says more than that the connection is closed.
      else if (signInNeed(error, false) !== undefined) setImmediate(() => this.#lose('signIn'));
    };
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    try {
      // The SDK never comes back from a stream that is closed before it has opened.
      await abortable(this.#inner.start(), this.#closed.signal);
      this.#isOpen = true;
    } catch (error) {
      throw withLoss(error instanceof SseError ? (this.#openError ?? error) : error, false);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#inner.send(message);
    } catch (error) {
      throw withLoss(error, true);
    }
  }

  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.onclose?.();
    await this.#inner.close();
  }

  async #fetch(target: string | URL, init?: RequestInit): Promise<Response> {
    const isMessage = init?.method === 'POST';
    let response: Response;
    try {
      response = await this.#options.fetch(target, init);
    } catch (error) {
      if (!isMessage) this.#openError = error;
      throw error;
    }
    const bounded = boundedResponse(response, () => this.#lose('message'));
    if (!isMessage || bounded.ok || isForSdk(bounded, this.#options)) return bounded;
    const { status, statusText } = bounded;
    const text = await bounded.text();
    throw new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `The message was answered with HTTP ${status}`, {
      status,
      statusText,
      text,
    });
  }

  #lose(loss: ConnectionLoss): void {
    if (this.#closed.signal.aborted) return;
    this.#options.onLoss(loss);
    void this.close();
  }
}

/** Sign-in and redirects are handled by the SDK. */
function isForSdk({ status }: Response, { authProvider }: RemoteTransportOptions): boolean {
  return (status === 401 && authProvider !== undefined) || (status >= 300 && status < 400);
}
