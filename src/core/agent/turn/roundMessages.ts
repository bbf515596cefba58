import type { ToolCall } from '../../../shared/thread/toolCall.ts';
import type { ModelMessage, ModelReasoning, ModelToolCall, ModelToolResult } from '../../models/languageModel.ts';
import type { ResultOptions } from './modelResult.ts';
import { lateResultMessage, toModelResult } from './modelResult.ts';
import type { Round } from './rounds.ts';

export interface RoundOptions extends ResultOptions {
  /** The model that is asked. What another one's provider wants back is of no use to it. */
  readonly modelId: string;
  /** Whether reasoning goes back, too. */
  readonly givesReasoning: boolean;
}

/**
 * A round: the model's answer, then the results of its calls, then answers that came late. Providers refuse an answer
 * of nothing but white space, so such a one is left out; so is a call that was not completely written.
 */
export async function roundMessages(round: Round, options: RoundOptions): Promise<readonly ModelMessage[]> {
  const { parts, model } = round;
  const isOwn = model === options.modelId;
  const text = parts.map((part) => (part.kind === 'markdown' ? part.text : '')).join('');
  const calls = writtenCalls(round);
  if (text.trim() === '' && calls.length === 0) return [];
  const reasoning = isOwn && options.givesReasoning ? reasoningOf(round) : [];
  const toolCalls = calls.map((call) => toModelCall(call, isOwn));
  const answer: ModelMessage = {
    role: 'assistant',
    ...(reasoning.length > 0 && { reasoning }),
    text,
    toolCalls,
  };
  if (calls.length === 0) return [answer];
  const results: ModelToolResult[] = [];
  const late: ModelMessage[] = [];
  for (const call of calls) {
    results.push(await toModelResult(call, options));
    const message = await lateResultMessage(call, options);
    if (message) late.push(message);
  }
  return [answer, { role: 'tool', results }, ...late];
}

type WrittenCall = Exclude<ToolCall, { status: 'streaming' }>;

/** The calls of a round that the model wrote to their end. What the host asked for is attached as material instead. */
export function writtenCalls({ parts }: Round): readonly WrittenCall[] {
  return parts.flatMap((part) => (part.kind === 'toolCall' && isWritten(part.call) ? [part.call] : []));
}

/** Ending a turn gives a call that was never completed the target `unknown` and the input `null`. */
function isWritten(call: ToolCall): call is WrittenCall {
  if (call.status === 'streaming' || call.requestedBy === 'prompt') return false;
  return call.status !== 'cancelled' || call.target.kind !== 'unknown' || call.input !== null;
}

/** Providers take objects only as arguments. What else the model wrote, the call's result talks about. */
function toModelCall({ id, name, input, providerMetadata }: WrittenCall, isOwn: boolean): ModelToolCall {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return { id, name, input: isObject ? input : {}, ...(isOwn && providerMetadata && { providerMetadata }) };
}

function reasoningOf({ parts }: Round): ModelReasoning[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'reasoning') return [];
    const { text, providerMetadata } = part;
    return [{ text, ...(providerMetadata && { providerMetadata }) }];
  });
}
