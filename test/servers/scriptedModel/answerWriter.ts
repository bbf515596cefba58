import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../../src/shared/base/json.ts';
import type { Round, Step } from './script.ts';

/** Writes one scripted round as the chat-completions protocol has it: `data:` events, each a chunk in JSON. */
export class AnswerWriter {
  readonly #response: ServerResponse;
  readonly #model: string;
  #nextCallIndex = 0;

  constructor(response: ServerResponse, model: string) {
    this.#response = response;
    this.#model = model;
  }

  async write(round: Round): Promise<void> {
    this.#response.writeHead(round.status ?? 200, { 'content-type': 'text/event-stream', ...round.headers });
    this.#response.flushHeaders();
    for (const step of round.steps) {
      if (this.#response.destroyed || this.#response.writableEnded) return;
      await this.#run(step);
    }
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (round.finish) await this.#finish(round.finish);
    this.#response.end();
  }

  async #run(step: Step): Promise<void> {
    switch (step.do) {
      case 'text':
        for (const piece of pieces(step.text, step.size)) await this.#delta({ content: piece });
        return;
      case 'reasoning':
        for (const piece of pieces(step.text, step.size)) await this.#delta({ reasoning_content: piece });
        return;
      case 'toolCall':
        return this.#toolCall(step);
      case 'gate':
        step.gate.reach();
        await Promise.race([step.gate.opened, ended(this.#response)]);
        return;
      case 'chunk':
        return this.#event(JSON.stringify(step.chunk));
      case 'raw':
        return this.#send(step.text);
      case 'destroy':
        this.#response.destroy();
        return;
      case 'end':
        this.#response.end();
        return;
    }
  }

  async #toolCall(step: Extract<Step, { do: 'toolCall' }>): Promise<void> {
    const index = this.#nextCallIndex++;
    const start = { index, id: step.id, type: 'function', function: { name: step.name, arguments: '' } };
    await this.#delta({ tool_calls: [start] });
    for (const piece of pieces(step.argumentsText, step.size)) {
      await this.#delta({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }

  async #finish(finish: NonNullable<Round['finish']>): Promise<void> {
    if (finish.reason !== null) await this.#delta({}, finish.reason);
    if (finish.usage) {
      const { prompt, completion } = finish.usage;
      const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
      await this.#event(JSON.stringify({ ...this.#envelope(), choices: [], usage }));
    }
    if (finish.isDoneSent) await this.#event('[DONE]');
  }

  #delta(delta: JsonObject, finishReason: string | null = null): Promise<void> {
    const choices = [{ index: 0, delta, finish_reason: finishReason }];
    return this.#event(JSON.stringify({ ...this.#envelope(), choices }));
  }

  #envelope(): JsonObject {
    return { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 1_700_000_000, model: this.#model };
  }

  #event(eventData: string): Promise<void> {
    return this.#send(`data: ${eventData}\n\n`);
  }

  /** Settles when the bytes have left, so that what stands before a gate is on the wire when the gate is reached. */
  #send(text: string): Promise<void> {
    return new Promise((resolve) => this.#response.write(text, () => resolve()));
  }
}

function ended(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve));
}

function pieces(text: string, size: number): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; start += size) found.push(text.slice(start, start + size));
  return found;
}
