import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AnswerWriter } from './answerWriter.ts';
import { refusing, type ChatRequestBody, type RecordedRequest, type Round, type Script } from './script.ts';

/**
 * A model endpoint on loopback that speaks the OpenAI chat-completions protocol with server-sent events and says what
 * its script tells it. It records every request. Whoever starts it disposes it.
 */
export class ScriptedModelServer {
  readonly requests: RecordedRequest[] = [];
  readonly #server: Server;
  readonly #script: Script;
  readonly #waiting: { count: number; resolve: (request: RecordedRequest) => void }[] = [];

  #baseUrl = '';

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(asError(error)));
    });
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(script: Script): Promise<ScriptedModelServer> {
    const scripted = new ScriptedModelServer(script);
    scripted.#server.listen(0, '127.0.0.1');
    await once(scripted.#server, 'listening');
    scripted.#baseUrl = `http://127.0.0.1:${(scripted.#server.address() as AddressInfo).port}/v1`;
    return scripted;
  }

  /** What goes into the setting `baseUrl`. */
  get baseUrl(): string {
    return this.#baseUrl;
  }

  /** The request of that number, the first being 1, as soon as it is there. */
  request(number: number): Promise<RecordedRequest> {
    const found = this.requests[number - 1];
    if (found) return Promise.resolve(found);
    return new Promise((resolve) => this.#waiting.push({ count: number, resolve }));
  }

  /** Stops listening and cuts every connection, also those that wait at a gate. */
  async dispose(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    const body = await bodyOf(request);
    const recorded = record(request, body, closed);
    const round = await this.#roundFor(recorded);
    if (round.isSilent) return;
    await new AnswerWriter(response, recorded.body.model).write(round);
  }

  async #roundFor(recorded: RecordedRequest): Promise<Round> {
    const index = this.requests.push(recorded) - 1;
    for (const waiting of this.#waiting.filter(({ count }) => count === index + 1)) waiting.resolve(recorded);
    const isChat = recorded.method === 'POST' && recorded.path === '/v1/chat/completions';
    if (!isChat)
      return refusing(404, { error: { message: `Nothing is served at ${recorded.method} ${recorded.path}` } });
    const script = this.#script;
    const round = typeof script === 'function' ? await script(recorded, index) : script[index];
    return round ?? refusing(400, { error: { message: `The script has no round ${index + 1}.` } });
  }
}

async function bodyOf(request: IncomingMessage): Promise<ChatRequestBody> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return (text === '' ? {} : JSON.parse(text)) as ChatRequestBody;
}

function record(request: IncomingMessage, body: ChatRequestBody, closed: Promise<void>): RecordedRequest {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { method: request.method ?? '', path: request.url ?? '', headers, body, closed };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
