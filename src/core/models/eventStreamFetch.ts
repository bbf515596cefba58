import { madeWellFormed } from '../../shared/base/wellFormedJson.ts';
import { errorBody } from './errorBody.ts';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { ModelError } from './modelError.ts';
import { otherProtocolFailure } from './modelFailure.ts';
import { networkFailure } from './networkFailure.ts';
import { readComplaint } from './providerMessage.ts';
import { refusalFailure } from './refusalFailure.ts';
import { retryAfterMs, retryDelayMs } from './retryAfter.ts';
import { StreamWatch } from './streamWatch.ts';

/**
 * The `fetch` of one round. It lets only an event stream through and turns everything else that HTTP can answer into
 * a `ModelError`, because here status, headers and body are still at hand. It also sees whether the stream said
 * `[DONE]`, which the SDK drops.
 */
export class EventStreamFetch {
  readonly watch = new StreamWatch();
  readonly #endpoint: ModelEndpoint;
  #hasAnswered = false;

  constructor(endpoint: ModelEndpoint) {
    this.#endpoint = endpoint;
  }

  /** Whether a good answer began; what fails later is a broken stream, not an unreachable endpoint. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Rejects with a `ModelError`, or with the signal's reason. */
  readonly fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await this.#request(url, init);
    const { status, headers } = response;
    if (status >= 300 && status < 400) return this.#redirected(response);
    if (!response.ok) return this.#refused(response);
    const type = headers.get('content-type') ?? '';
    if (type.includes('text/html')) {
      await discard(response);
      throw otherProtocolFailure(this.#endpoint, 'answered with a web page');
    }
    if (type.includes('application/json')) return this.#notStreamed(response);
    if (!response.body) throw otherProtocolFailure(this.#endpoint, `answered with nothing (${status})`);
    this.#hasAnswered = true;
    return new Response(response.body.pipeThrough(this.watch.stream), { status, headers });
  };

  async #request(url: string | URL | Request, init?: RequestInit): Promise<Response> {
    try {
      // Strict endpoints refuse a whole request for half a character in one text of a server.
      const body = typeof init?.body === 'string' ? { body: madeWellFormed(init.body) } : {};
      // A redirect is not followed: custom headers, which may be keys, would go with it to another host.
      return await globalThis.fetch(url, { ...init, ...body, redirect: 'manual' });
    } catch (error) {
      init?.signal?.throwIfAborted();
      throw networkFailure(this.#endpoint, error);
    }
  }

  async #redirected(response: Response): Promise<never> {
    await discard(response);
    const { host, href } = this.#endpoint.baseUrl;
    const location = response.headers.get('location') ?? '';
    const target = URL.canParse(location, href) ? new URL(location, href) : undefined;
    const where = target ? ` to ${target.origin}${target.pathname}` : ' elsewhere';
    throw new ModelError(
      'refused',
      `${host} sends requests on${where} (${response.status}), and a key is not sent to another address unasked. Set the base URL of provider "${this.#endpoint.provider}" to the address that answers itself.`,
    );
  }

  async #refused(response: Response): Promise<never> {
    const body = await errorBody(response);
    const waitMs = retryAfterMs(response.headers, Date.now()) ?? retryDelayMs(body);
    throw refusalFailure(this.#endpoint, response.status, readComplaint(body), waitMs);
  }

  async #notStreamed(response: Response): Promise<never> {
    const complaint = readComplaint(await errorBody(response));
    if (complaint.message !== undefined) throw refusalFailure(this.#endpoint, undefined, complaint);
    throw otherProtocolFailure(this.#endpoint, 'answered with one piece of JSON instead of a stream of events');
  }
}

/** Frees the connection of an answer that nobody reads. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}
