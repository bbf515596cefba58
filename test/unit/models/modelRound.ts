import assert from 'node:assert/strict';
import type {
  LanguageModel,
  ModelContent,
  ModelEvent,
  ModelMessage,
  ModelRequest,
} from '../../../src/core/models/languageModel.ts';
import type { ModelEndpoint } from '../../../src/core/models/modelEndpoint.ts';
import { ModelError } from '../../../src/core/models/modelError.ts';

/** What one round gave: its events up to the end, and the error if it ended in one. */
export interface ModelRound {
  readonly events: readonly ModelEvent[];
  readonly text: string;
  readonly reasoning: string;
  readonly error: ModelError | undefined;
}

export const neverAborted = new AbortController().signal;

export function anEndpoint(baseUrl: string, parts: Partial<ModelEndpoint> = {}): ModelEndpoint {
  const url = new URL(baseUrl);
  return {
    type: 'openai-compatible',
    provider: 'local',
    model: 'org/small',
    baseUrl: url,
    takesImages: false,
    takesTools: true,
    ...parts,
  };
}

export function aRequest(parts: Partial<ModelRequest> = {}): ModelRequest {
  return { system: '', messages: [theUser('Hello')], tools: [], ...parts };
}

export function theUser(text: string): ModelMessage {
  return { role: 'user', content: [aText(text)] };
}

function aText(text: string): ModelContent {
  return { type: 'text', text };
}

/** Reads a round to its end. Anything but a `ModelError` fails the test. */
export async function roundOf(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal = neverAborted,
): Promise<ModelRound> {
  const events: ModelEvent[] = [];
  let error: ModelError | undefined;
  try {
    for await (const event of model.stream(request, signal)) events.push(event);
  } catch (thrown) {
    assert.ok(thrown instanceof ModelError, `not a ModelError: ${String(thrown)}`);
    error = thrown;
  }
  return { events, text: joined(events, 'text'), reasoning: joined(events, 'reasoning'), error };
}

/** The calls of a round, without the round's other events. */
export function callsOf(round: ModelRound): Extract<ModelEvent, { type: 'toolCall' }>[] {
  return round.events.filter((event) => event.type === 'toolCall');
}

function joined(events: readonly ModelEvent[], type: 'text' | 'reasoning'): string {
  return events.map((event) => (event.type === type ? event.delta : '')).join('');
}
