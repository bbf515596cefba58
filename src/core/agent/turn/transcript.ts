import type { CancelReason } from '../../../shared/thread/threadEvent.ts';
import type { ResponsePart, ThreadState, Turn } from '../../../shared/thread/threadState.ts';
import type { ToolCall } from '../../../shared/thread/toolCall.ts';
import { isToolCallEnded } from '../../../shared/thread/toolCall.ts';
import type { ModelMessage, ModelToolCall, ModelToolResult } from '../../models/languageModel.ts';
import type { ModelContentOptions } from '../results/modelContent.ts';
import { blocksToModelContent, materialToModelContent } from '../results/modelContent.ts';

/**
 * What the model reads of a conversation. Of each turn: the attached material, the prompt's messages with their roles,
 * the person's own words, then the rounds. Every call that is in it is followed by exactly one result, however the call
 * or the turn ended; a call that the model did not finish writing is left out.
 */
export async function buildTranscript(state: ThreadState, options: ModelContentOptions): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for (const turn of [...state.turns, ...(state.current ? [state.current] : [])]) {
    messages.push(...(await inputMessages(turn, options)));
    for (const round of roundsOf(turn.parts)) messages.push(...(await roundMessages(round, options)));
  }
  return messages;
}

/** Whether a turn gives the model anything to answer. */
export function hasInput(turn: Turn): boolean {
  return turn.materials.length > 0 || turn.prompt !== undefined || ownText(turn) !== undefined;
}

async function inputMessages(turn: Turn, options: ModelContentOptions): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for (const material of turn.materials) {
    messages.push({ role: 'user', isMeta: true, content: await materialToModelContent(material, options) });
  }
  for (const { role, blocks } of turn.prompt?.messages ?? []) {
    // An answer that a prompt puts into the model's mouth can only be text.
    const content = await blocksToModelContent(blocks, role === 'user' ? options : { ...options, takesImages: false });
    if (role === 'user') {
      messages.push({ role, isMeta: true, content });
    } else {
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
      if (text.trim() !== '') messages.push({ role, text, toolCalls: [] });
    }
  }
  const text = ownText(turn);
  if (text !== undefined) messages.push({ role: 'user', content: [{ type: 'text', text }] });
  return messages;
}

/** What the person said to the model; a command is said to the host. */
function ownText(turn: Turn): string | undefined {
  const isForModel = turn.isCommand !== true && turn.prompt === undefined && turn.text.trim() !== '';
  return isForModel ? turn.text : undefined;
}

function roundsOf(parts: readonly ResponsePart[]): readonly (readonly ResponsePart[])[] {
  const rounds: ResponsePart[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'roundEnd') rounds.push([]);
    else rounds.at(-1)?.push(part);
  }
  return rounds;
}

async function roundMessages(
  parts: readonly ResponsePart[],
  options: ModelContentOptions,
): Promise<readonly ModelMessage[]> {
  const text = parts.map((part) => (part.kind === 'markdown' ? part.text : '')).join('');
  const calls = parts.flatMap((part) => (part.kind === 'toolCall' && isWritten(part.call) ? [part.call] : []));
  // Providers refuse an answer of nothing but white space.
  if (calls.length === 0) return text.trim() === '' ? [] : [{ role: 'assistant', text, toolCalls: [] }];
  const toolCalls = calls.map(toModelCall);
  const results: ModelToolResult[] = [];
  for (const call of calls) results.push(await toModelResult(call, options));
  return [
    { role: 'assistant', text, toolCalls },
    { role: 'tool', results },
  ];
}

type WrittenCall = Exclude<ToolCall, { status: 'streaming' }>;

/** Ending a turn gives a call that was never completed the target `unknown` and the input `null`. */
function isWritten(call: ToolCall): call is WrittenCall {
  if (call.status === 'streaming') return false;
  return call.status !== 'cancelled' || call.target.kind !== 'unknown' || call.input !== null;
}

/** Providers take objects only as arguments. What else the model wrote, the call's result talks about. */
function toModelCall({ id, name, input }: WrittenCall): ModelToolCall {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return { id, name, input: isObject ? input : {} };
}

async function toModelResult(call: WrittenCall, options: ModelContentOptions): Promise<ModelToolResult> {
  const { id, name } = call;
  const base = { toolCallId: id, name };
  if (!isToolCallEnded(call)) return { ...base, content: [{ type: 'text', text: 'No result yet.' }], isError: true };
  const isError = call.status !== 'completed';
  if (call.blocks.length > 0) return { ...base, content: await blocksToModelContent(call.blocks, options), isError };
  const text = call.status === 'cancelled' ? cancelTexts[call.reason] : '(no content)';
  return { ...base, content: [{ type: 'text', text }], isError };
}

/** Stand for results that never came, with what is not known of them. */
export const cancelTexts: Readonly<Record<CancelReason, string>> = {
  denied: 'The user denied this call.',
  skipped: 'This call was not carried out.',
  aborted: 'The turn was stopped before this call had a result. If it had been sent, it may have taken effect.',
  serverGone: 'The connection to the server ended before a result came. The call may have taken effect.',
  interrupted: 'Patchbay was closed before this call had a result. If it had been sent, it may have taken effect.',
};
