import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

interface Step {
  readonly tool: 'step' | 'look';
  readonly label: string;
}

/** The steps of each answer: one after the other, and two that only read, at the same time. */
const rounds: readonly (readonly Step[])[] = [
  [{ tool: 'step', label: 'a' }],
  [
    { tool: 'look', label: 'b' },
    { tool: 'look', label: 'c' },
  ],
  [
    { tool: 'step', label: 'd' },
    { tool: 'step', label: 'e' },
  ],
  [{ tool: 'step', label: 'f' }],
];

export const allLabels: readonly string[] = rounds.flat().map(({ label }) => label);

/**
 * A model behind an OpenAI-compatible endpoint that wants each step once: whatever the conversation it is given says was
 * called already, it does not call again. It keeps what it was told.
 */
export class StepModel {
  /** Texts of the model itself and results of calls, of every request, as the client sent them back. */
  readonly told = { texts: new Set<string>(), results: new Set<string>() };
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) =>
        this.#answer((JSON.parse(body) as { messages: WireMessage[] }).messages, response),
      );
    });
  }

  static async start(): Promise<StepModel> {
    const model = new StepModel();
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async dispose(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(messages: readonly WireMessage[], response: ServerResponse): Promise<void> {
    for (const { role, content } of messages) {
      if (typeof content !== 'string' || content === '') continue;
      if (role === 'assistant') this.told.texts.add(content);
      if (role === 'tool') this.told.results.add(content);
    }
    const called = new Set(messages.flatMap(({ tool_calls: calls = [] }) => calls.map(labelOf)));
    const next = rounds
      .map((round) => round.filter(({ label }) => !called.has(label)))
      .find((round) => round.length > 0);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const words = next
      ? `Now ${next.map(({ label }) => label).join(' and ')}, one step after the other.`
      : 'All is done.';
    for (const word of words.split(/(?<= )/)) await this.#send(response, { content: word });
    for (const [index, { tool, label }] of (next ?? []).entries()) {
      const call = { name: `mcp__steps__${tool}`, arguments: JSON.stringify({ label }) };
      await this.#send(response, { tool_calls: [{ index, id: `call-${label}`, type: 'function', function: call }] });
    }
    await this.#send(response, {}, next ? 'tool_calls' : 'stop');
    response.end('data: [DONE]\n\n');
  }

  /** Piece by piece, as models do. */
  async #send(response: ServerResponse, delta: object, finishReason: string | null = null): Promise<void> {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`);
    await delay(2);
  }
}

function labelOf(call: { readonly function: { readonly arguments: string } }): string {
  return (JSON.parse(call.function.arguments) as { label: string }).label;
}
