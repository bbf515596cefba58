import type { ResultBlock } from '../shared/thread/resultBlock.ts';
import { isToolCallEnded } from '../shared/thread/toolCall.ts';
import type { ThreadState, Turn } from '../shared/thread/threadState.ts';

/** Owner ids of the messages of a prompt: a turn has at most one prompt. */
export function promptMessageOwner(turnId: string, index: number): string {
  return `${turnId}/prompt/${index}`;
}

/** Owner id of a skill's text, which is the one block of it. */
export function skillOwner(turnId: string, uri: string): string {
  return `${turnId}/skill/${uri}`;
}

/** Owner id of what came for a call after it had ended. */
export function lateOwner(toolCallId: string): string {
  return `${toolCallId}/late`;
}

/**
 * The whole text of a block that travelled to the view cut; undefined when there is no such block. The turn itself owns
 * what the host answered in it: there, the block is the place among the parts.
 */
export function findBlockText(thread: ThreadState, ownerId: string, block: number): string | undefined {
  const turns = [...(thread.current ? [thread.current] : []), ...thread.turns, ...thread.otherTurns];
  for (const turn of turns) {
    const found = turn.id === ownerId ? turn.parts[block] : blocksOfOwner(turn, ownerId)?.[block];
    if (found && 'text' in found) return found.text;
  }
  return undefined;
}

type Block = ResultBlock | { readonly text: string };

function blocksOfOwner(turn: Turn, ownerId: string): readonly Block[] | undefined {
  const material = turn.materials.find((item) => item.id === ownerId);
  if (material) return material.blocks;
  const message = turn.prompt?.messages.find((_, index) => promptMessageOwner(turn.id, index) === ownerId);
  if (message) return message.blocks;
  const skill = turn.skills.find(({ uri }) => skillOwner(turn.id, uri) === ownerId);
  if (skill) return [skill];
  for (const part of turn.parts) {
    if (part.kind !== 'toolCall' || !isToolCallEnded(part.call)) continue;
    if (part.call.id === ownerId) return part.call.blocks;
    if (lateOwner(part.call.id) === ownerId) return part.call.late?.blocks;
  }
  return undefined;
}
