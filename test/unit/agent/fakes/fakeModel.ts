import type { JsonValue } from '../../../../src/shared/base/json.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../../../src/core/models/languageModel.ts';
import type { SchemaDialect } from '../../../../src/core/models/schema/schemaDialect.ts';

/** One round: the events to stream, or a function that makes them of the request. */
export type ScriptedRound =
  readonly ModelEvent[] | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>);

/** A model that plays one scripted round per request and keeps what it was asked. */
export class FakeModel implements LanguageModel {
  readonly id = 'fake/model';
  readonly label = 'Fake model';
  readonly isDemo = false;
  readonly takesImages = true;
  takesTools = true;
  schemaDialect: SchemaDialect = 'openai';
  readonly requests: ModelRequest[] = [];
  readonly #rounds: ScriptedRound[];

  constructor(...rounds: ScriptedRound[]) {
    this.#rounds = rounds;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    this.requests.push(request);
    const round = this.#rounds.shift();
    if (!round) throw new Error('The script has no more rounds');
    if (typeof round === 'function') yield* round(request, signal);
    else yield* round;
  }
}

/** A round that answers in text. */
export function says(...deltas: string[]): ModelEvent[] {
  return [...deltas.map((delta): ModelEvent => ({ type: 'text', delta })), { type: 'finish', reason: 'stop' }];
}

/** A round that makes calls, with the ids `1`, `2`, … as providers that number each answer anew give them. */
export function calls(...made: readonly (readonly [name: string, input: JsonValue])[]): ModelEvent[] {
  const events = made.flatMap(([name, input], index): ModelEvent[] => [
    { type: 'toolCallStart', id: `${index + 1}`, name },
    { type: 'toolCall', id: `${index + 1}`, name, input },
  ]);
  return [...events, { type: 'finish', reason: 'toolCalls', usage: { inputTokens: 10, outputTokens: 5 } }];
}
