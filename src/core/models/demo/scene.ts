import type { ModelMessage, ModelRequest, ModelToolCall, ModelToolResult } from '../languageModel.ts';
import { offeredTools, type OfferedTools } from './offeredTools.ts';
import { asMaterial, resultMaterial, type DemoMaterial } from './material.ts';
import { textOf } from './contentText.ts';

/** A result together with the call it answers. */
export interface AnsweredCall {
  readonly call: ModelToolCall;
  readonly result: ModelToolResult;
}

/** A request as the demo understands it: the current turn, and what earlier turns left behind. */
export interface Scene {
  /** What the person typed in this turn; empty when a prompt alone started it. */
  readonly question: string;
  /** Material put before the question, in order. */
  readonly materials: readonly DemoMaterial[];
  /** Texts that a server's prompt contributed. */
  readonly prompts: readonly string[];
  /** Calls made in this turn. */
  readonly calls: readonly ModelToolCall[];
  /** Results that came since the model last spoke; empty at the start of a turn. */
  readonly answered: readonly AnsweredCall[];
  /** Material of earlier turns, the latest first: attached, or read by a call. */
  readonly earlier: readonly DemoMaterial[];
  readonly tools: OfferedTools;
  /** What the host says to the model; may name resources. */
  readonly system: string;
}

type UserMessage = Extract<ModelMessage, { role: 'user' }>;

export function readScene({ system, messages: all, tools }: ModelRequest): Scene {
  const messages = all.filter((message) => !letsGoOn(message));
  const end = messages.findLastIndex((message) => message.role === 'user') + 1;
  const start = turnStart(messages, end);
  const input = messages.slice(start, end).filter((message): message is UserMessage => message.role === 'user');
  const meta = input.filter((message) => message.isMeta).map((message) => textOf(message.content));
  const said = input.filter((message) => !message.isMeta).map((message) => textOf(message.content));
  const attached = meta.map(asMaterial);
  const rounds = messages.slice(end);
  const calls = rounds.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  const last = rounds.at(-1);
  return {
    question: said.join('\n').trim(),
    materials: attached.filter((material) => material !== undefined),
    prompts: meta.filter((_text, index) => attached[index] === undefined),
    calls,
    answered: last?.role === 'tool' ? pairs(last.results, calls) : [],
    earlier: messages.slice(0, start).flatMap(materialsOf).reverse(),
    tools: offeredTools(tools),
    system,
  };
}

/**
 * A turn's input is a run of messages of the user: material, then a prompt or the typed text. What stands before
 * another typed text, or a prompt before material, belongs to an earlier turn that got no answer.
 */
function turnStart(messages: readonly ModelMessage[], end: number): number {
  for (let start = end - 1; start > 0; start--) {
    const [before, first] = [messages[start - 1], messages[start]];
    if (before?.role !== 'user' || !before.isMeta) return start;
    if (!isMaterial(before) && isMaterial(first)) return start;
  }
  return 0;
}

/** The host's word after the highest number of rounds: what was asked, and the results so far, stand before it. */
function letsGoOn(message: ModelMessage): boolean {
  const isOfHost = message.role === 'user' && message.isMeta === true;
  return isOfHost && textOf(message.content).startsWith('Not from the user: your work was held');
}

function isMaterial(message: ModelMessage | undefined): boolean {
  return message?.role === 'user' && message.isMeta === true && asMaterial(textOf(message.content)) !== undefined;
}

function pairs(results: readonly ModelToolResult[], calls: readonly ModelToolCall[]): AnsweredCall[] {
  return results.map((result) => {
    const call = calls.find(({ id }) => id === result.toolCallId);
    return { call: call ?? { id: result.toolCallId, name: result.name, input: {} }, result };
  });
}

function materialsOf(message: ModelMessage): DemoMaterial[] {
  if (message.role === 'assistant') return [];
  const found =
    message.role === 'tool'
      ? message.results.filter(({ isError }) => !isError).map(({ content }) => resultMaterial(textOf(content)))
      : [message.isMeta ? asMaterial(textOf(message.content)) : undefined];
  return found.filter((material) => material !== undefined);
}
