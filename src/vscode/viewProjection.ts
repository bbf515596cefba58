import type { ContentRef, ResultBlock } from '../shared/thread/resultBlock.ts';
import type { ThreadEvent } from '../shared/thread/threadEvent.ts';
import { isToolCallEnded } from '../shared/thread/toolCall.ts';
import type { ToolCall } from '../shared/thread/toolCall.ts';
import type { InsertedSkill, ResponsePart, ThreadState, Turn } from '../shared/thread/threadState.ts';
import { lateOwner, promptMessageOwner, skillOwner } from './contentOwner.ts';

/** Characters of a block that travel to the view; the rest is fetched when somebody asks for it. */
export const previewChars = 2_000;

/** Characters of an answer of the host that travel; it is Markdown, so it is cut after a line. */
export const answerChars = 20_000;

/** The event as the view gets it: long text cut to a preview with a `ContentRef`. `thread` is as the event left it. */
export function projectEvent(thread: ThreadState, event: ThreadEvent): ThreadEvent {
  const { id } = thread;
  switch (event.type) {
    case 'toolCallEnded':
      return { ...event, blocks: cutBlocks(id, event.toolCallId, event.blocks) };
    case 'lateResultArrived':
      return { ...event, blocks: cutBlocks(id, lateOwner(event.toolCallId), event.blocks) };
    case 'materialAttached':
      return { ...event, blocks: cutBlocks(id, event.materialId, event.blocks) };
    case 'promptInserted': {
      const messages = event.messages.map((message, index) => ({
        ...message,
        blocks: cutBlocks(id, promptMessageOwner(event.turnId, index), message.blocks),
      }));
      return { ...event, messages };
    }
    case 'skillInserted':
      return { ...event, ...cutText(event.text, { threadId: id, ...skillPlace(event.turnId, event.uri) }) };
    case 'commandAnswered': {
      const block = (thread.current?.parts.length ?? 0) - 1;
      return { ...event, ...cutAnswer(event.text, { threadId: id, ownerId: event.turnId, block }) };
    }
    default:
      return event;
  }
}

/** A whole thread as the view gets it. */
export function projectThread(thread: ThreadState): ThreadState {
  const project = (turn: Turn): Turn => projectTurn(thread.id, turn);
  return {
    ...thread,
    turns: thread.turns.map(project),
    current: thread.current && project(thread.current),
    otherTurns: thread.otherTurns.map(project),
  };
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
    skills: turn.skills.map((skill) => projectSkill(threadId, turn.id, skill)),
    parts: turn.parts.map((part, index) => projectPart(part, { threadId, ownerId: turn.id, block: index })),
  };
}

function projectSkill(threadId: string, turnId: string, skill: InsertedSkill): InsertedSkill {
  return { ...skill, ...cutText(skill.text, { threadId, ...skillPlace(turnId, skill.uri) }) };
}

function skillPlace(turnId: string, uri: string): { ownerId: string; block: number } {
  return { ownerId: skillOwner(turnId, uri), block: 0 };
}

function projectPart(part: ResponsePart, place: Place): ResponsePart {
  if (part.kind === 'hostAnswer') return { ...part, ...cutAnswer(part.text, place) };
  if (part.kind !== 'toolCall') return part;
  return { kind: 'toolCall', call: projectCall(place.threadId, part.call) };
}

function projectCall(threadId: string, call: ToolCall): ToolCall {
  if (!isToolCallEnded(call)) return call;
  const blocks = cutBlocks(threadId, call.id, call.blocks);
  if (!call.late) return { ...call, blocks };
  const late = { ...call.late, blocks: cutBlocks(threadId, lateOwner(call.id), call.late.blocks) };
  return { ...call, blocks, late };
}

function cutBlocks(threadId: string, ownerId: string, blocks: readonly ResultBlock[]): ResultBlock[] {
  return blocks.map((block, index) => {
    const isCuttable = block.type === 'text' || block.type === 'json' || block.type === 'resource';
    return isCuttable ? { ...block, ...cutText(block.text, { threadId, ownerId, block: index }) } : block;
  });
}

/** Where a text is to be found whole. */
type Place = Omit<ContentRef, 'chars'>;

function cutText(text: string, place: Place): { text: string; cut?: ContentRef } {
  if (text.length <= previewChars) return { text };
  return { text: text.slice(0, previewChars), cut: { ...place, chars: text.length } };
}

function cutAnswer(text: string, place: Place): { text: string; cut?: ContentRef } {
  if (text.length <= answerChars) return { text };
  const head = text.slice(0, answerChars);
  const end = head.lastIndexOf('\n');
  return { text: end === -1 ? head : head.slice(0, end), cut: { ...place, chars: text.length } };
}
