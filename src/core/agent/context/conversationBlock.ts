import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { ThreadState, Turn } from '../../../shared/thread/threadState.ts';
import type { ToolCall } from '../../../shared/thread/toolCall.ts';
import { isToolCallEnded } from '../../../shared/thread/toolCall.ts';
import { exceedsOldResult } from './oldResult.ts';

/**
 * Names a block of a result that lives in the conversation itself, as an id of `read_artifact`:
 * `call/<toolCallId>/<block>`. The blocks of a late result go on counting after those of the result.
 */
export function conversationBlockId(toolCallId: string, block: number): string {
  return `call/${toolCallId}/${block}`;
}

const idPattern = /^call\/(.+)\/(\d{1,6})$/;

/** The block that such an id names, of the branch that is shown; undefined for an id of another form or of nothing. */
export function findConversationBlock(state: ThreadState, id: string): ResultBlock | undefined {
  const match = idPattern.exec(id);
  const [, toolCallId, block] = match ?? [];
  if (toolCallId === undefined || block === undefined) return undefined;
  for (const turn of [...state.turns, ...(state.current ? [state.current] : [])].reverse()) {
    const call = callsOf(turn).find((candidate) => candidate.id === toolCallId);
    if (call) return resultBlocks(call)[Number(block)];
  }
  return undefined;
}

/** Turns never change, so each is looked at once. */
const known = new WeakMap<Turn, boolean>();

/** Whether a result of the conversation is long enough to be cut once it is old, so that reading it can be needed. */
export function hasConversationBlocks({ turns, current }: ThreadState): boolean {
  return turns.some(hasLongResult) || (current !== undefined && hasLongResult(current));
}

function hasLongResult(turn: Turn): boolean {
  const answer = known.get(turn) ?? callsOf(turn).some((call) => exceedsOldResult(resultBlocks(call)));
  known.set(turn, answer);
  return answer;
}

function callsOf({ parts }: Turn): ToolCall[] {
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call] : []));
}

function resultBlocks(call: ToolCall): readonly ResultBlock[] {
  return isToolCallEnded(call) ? [...call.blocks, ...(call.late?.blocks ?? [])] : [];
}
