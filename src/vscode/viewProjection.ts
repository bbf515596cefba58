import type { ResultBlock } from '../shared/thread/resultBlock.ts';
import type { ThreadEvent } from '../shared/thread/threadEvent.ts';
import { isToolCallEnded } from '../shared/thread/toolCall.ts';
import type { ThreadState, Turn } from '../shared/thread/threadState.ts';

/** Characters of a block that travel to the view; the rest is fetched when somebody asks for it. */
export const previewChars = 2_000;

/** Owner ids of the messages of a prompt: a turn has at most one prompt. */
function promptMessageOwner(turnId: string, index: number): string {
  return `${turnId}/prompt/${index}`;
}

/** The event as the view gets it: long text cut to a preview with a `ContentRef`. */
export function projectEvent(threadId: string, event: ThreadEvent): ThreadEvent {
  switch (event.type) {
    case 'toolCallEnded':
      return { ...event, blocks: cutBlocks(threadId, event.toolCallId, event.blocks) };
    case 'materialAttached':
      return { ...event, blocks: cutBlocks(threadId, event.materialId, event.blocks) };
    case 'promptInserted': {
      const messages = event.messages.map((message, index) => ({
        ...message,
        blocks: cutBlocks(threadId, promptMessageOwner(event.turnId, index), message.blocks),
      }));
      return { ...event, messages };
    }
    default:
      return event;
  }
}

/** A whole thread as the view gets it. */
export function projectThread(thread: ThreadState): ThreadState {
  return {
    ...thread,
    turns: thread.turns.map((turn) => projectTurn(thread.id, turn)),
    current: thread.current && projectTurn(thread.id, thread.current),
  };
}

/** The whole text of a block that travelled cut; undefined when there is no such block. */
export function findBlockText(thread: ThreadState, ownerId: string, block: number): string | undefined {
  const turns = thread.current ? [...thread.turns, thread.current] : thread.turns;
  for (const turn of turns) {
    const found = blocksOfOwner(turn, ownerId)?.[block];
    if (found && 'text' in found) return found.text;
  }
  return undefined;
}

function blocksOfOwner(turn: Turn, ownerId: string): readonly ResultBlock[] | undefined {
  const material = turn.materials.find((item) => item.id === ownerId);
  if (material) return material.blocks;
  const message = turn.prompt?.messages.find((_, index) => promptMessageOwner(turn.id, index) === ownerId);
  if (message) return message.blocks;
  for (const part of turn.parts) {
    if (part.kind === 'toolCall' && part.call.id === ownerId && isToolCallEnded(part.call)) return part.call.blocks;
  }
  return undefined;
}

function projectTurn(threadId: string, turn: Turn): Turn {
  return {
    ...turn,
    materials: turn.materials.map((material) => ({
      ...material,
      blocks: cutBlocks(threadId, material.id, material.blocks),
    })),
    prompt: turn.prompt && {
      ...turn.prompt,
      messages: turn.prompt.messages.map((message, index) => ({
        ...message,
        blocks: cutBlocks(threadId, promptMessageOwner(turn.id, index), message.blocks),
      })),
    },
    parts: turn.parts.map((part) => {
      if (part.kind !== 'toolCall' || !isToolCallEnded(part.call)) return part;
      const { call } = part;
      return { kind: 'toolCall', call: { ...call, blocks: cutBlocks(threadId, call.id, call.blocks) } };
    }),
  };
}

function cutBlocks(threadId: string, ownerId: string, blocks: readonly ResultBlock[]): ResultBlock[] {
  return blocks.map((block, index) => {
    const isCuttable = block.type === 'text' || block.type === 'json' || block.type === 'resource';
    if (!isCuttable || block.text.length <= previewChars) return block;
    const cut = { threadId, ownerId, block: index, chars: block.text.length };
    return { ...block, text: block.text.slice(0, previewChars), cut };
  });
}
