import assert from 'node:assert/strict';
import { handbook } from '../../../examples/tour-server/src/handbook.ts';
import { materialToModelContent } from '../../../src/core/agent/results/modelContent.ts';
import { demoAnswer } from '../../../src/core/models/demo/demoAnswer.ts';
import type { ModelMessage, ModelTool } from '../../../src/core/models/languageModel.ts';
import type { JsonObject } from '../../../src/shared/base/json.ts';
import { theUser } from './modelRound.ts';

const city = {
  type: 'string',
  enum: ['Amsterdam', 'Lisbon', 'New York', 'Paris'],
  description: 'Destination of the trip',
};
const days = { type: 'integer', minimum: 1, maximum: 30, description: 'Length of the trip in days' };
const travellers = { type: 'integer', minimum: 1, default: 1, description: 'How many people travel' };
const startDate = { type: 'string', format: 'date', description: 'First day of the trip' };

/** Tools as the tour server has them, under their public names, and the host's own two. */
export const tourTools: readonly ModelTool[] = [
  aTool('access_mcp_resource', { server_name: { type: 'string' }, uri: { type: 'string' } }, ['server_name', 'uri']),
  aTool('list_mcp_resources', { server: { type: 'string' }, query: { type: 'string' } }, []),
  aTool('mcp__tour__estimate_cost', { city, days, travellers }, ['city', 'days']),
  aTool('mcp__tour__book_trip', { city, days, travellers, startDate }, ['city', 'days']),
];

export function aTool(name: string, properties: JsonObject, required: string[]): ModelTool {
  return { name, description: '', inputSchema: { type: 'object', properties, required } };
}

/** A resource as the host puts it before a question. */
export async function attached(
  uri = 'docs://handbook',
  text = handbook,
  origin: 'mention' | 'prompt' = 'mention',
): Promise<ModelMessage> {
  const block = { type: 'resource', server: 'tour', uri, mimeType: 'text/markdown', text } as const;
  const material = {
    id: 'material_1',
    origin,
    server: 'tour',
    uri,
    mimeType: 'text/markdown',
    chars: text.length,
    blocks: [block],
  };
  const artifacts = { read: () => assert.fail('there is no artifact') };
  return {
    role: 'user',
    isMeta: true,
    content: await materialToModelContent(material, { threadId: 't', takesImages: false, artifacts }),
  };
}

/** A message that a server's prompt contributed. */
export function fromPrompt(text: string): ModelMessage {
  return { role: 'user', isMeta: true, content: [{ type: 'text', text }] };
}

/** The model's call and its result. */
export function calledWith(
  name: string,
  input: JsonObject,
  result: string,
  isError = false,
  id = 'c1',
): ModelMessage[] {
  return [
    { role: 'assistant', text: '', toolCalls: [{ id, name, input }] },
    { role: 'tool', results: [{ toolCallId: id, name, content: [{ type: 'text', text: result }], isError }] },
  ];
}

export function answered(text: string): ModelMessage {
  return { role: 'assistant', text, toolCalls: [] };
}

/** What the demo does after these messages. */
export function demoOn(messages: readonly ModelMessage[], tools: readonly ModelTool[] = tourTools, system = '') {
  return demoAnswer({ system, messages, tools });
}

/** The call that the demo makes when a person types this as the first thing. */
export function callFor(text: string, tools: readonly ModelTool[] = tourTools) {
  const answer = demoOn([theUser(text)], tools);
  assert.equal(answer.kind, 'call', answer.kind === 'say' ? answer.text : '');
  return answer.kind === 'call' ? { name: answer.name, input: answer.input } : undefined;
}

/** What the demo says after these messages; fails when it calls instead. */
export function sayingOn(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[] = tourTools,
  system = '',
): string {
  const answer = demoOn(messages, tools, system);
  if (answer.kind === 'call') assert.fail(`calls ${answer.name} with ${JSON.stringify(answer.input)}`);
  return answer.text;
}
