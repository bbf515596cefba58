import { blockText, storedAs } from '../core/agent/results/blockText.ts';
import { signInName } from '../core/agent/tools/builtinNames.ts';
import { cancelTexts } from '../core/agent/turn/modelResult.ts';
import type { Artifact, ResultBlock } from '../shared/thread/resultBlock.ts';
import type { ThreadEvent, ThreadEventOf } from '../shared/thread/threadEvent.ts';
import type { ThreadState, Turn } from '../shared/thread/threadState.ts';
import type { StreamObject, StreamObjectOf } from './streamObject.ts';

/**
 * The object of `stream-json` that tells of an event of a thread (contract §8), if one does. `thread` is as the event
 * left it.
 */
export function streamObject(event: ThreadEvent, thread: Pick<ThreadState, 'current'>): StreamObject | undefined {
  switch (event.type) {
    case 'warning':
      return { type: 'warning', ...event.warning };
    case 'materialAttached':
      return { type: 'attached', server: event.server, uri: event.uri, chars: event.chars };
    case 'textDelta':
      return { type: 'text', delta: event.delta };
    case 'reasoningDelta':
      return { type: 'reasoning', delta: event.delta };
    case 'toolCallReady':
      return toolCall(event);
    case 'approvalResolved':
      return { type: 'approval', toolCallId: event.toolCallId, decision: event.decision, by: event.by };
    case 'toolCallProgress': {
      const { toolCallId, progress, total, message } = event;
      return { type: 'progress', toolCallId, progress, total, message };
    }
    case 'toolCallEnded': {
      const { toolCallId, status, blocks } = event;
      const text = resultText(event);
      const artifacts = blocks.flatMap(artifactOf);
      return { type: 'tool_result', toolCallId, isError: status !== 'completed', text, artifacts };
    }
    case 'commandAnswered':
      return { type: 'text', delta: event.text };
    case 'elicitationResolved':
      return elicitation(event, thread.current);
    case 'roundEnded':
      return event.usage && { type: 'usage', ...event.usage };
    case 'threadCreated':
    case 'threadRenamed':
    case 'turnStarted':
    case 'branchSelected':
    case 'messageQueued':
    case 'queuedMessageRemoved':
    case 'compactionStarted':
    case 'compactionEnded':
    case 'promptInserted':
    case 'skillInserted':
    case 'contextMeasured':
    case 'modelRetryScheduled':
    case 'reasoningEnded':
    case 'lateResultArrived':
    case 'elicitationRequested':
    case 'elicitationVisited':
    case 'toolCallStarted':
    case 'approvalRequested':
    case 'toolCallRunning':
    case 'turnEnded':
      return undefined;
  }
}

function elicitation(
  { elicitationId, action }: ThreadEventOf<'elicitationResolved'>,
  turn: Turn | undefined,
): StreamObjectOf<'elicitation'> | undefined {
  const asked = turn?.elicitations.find(({ id }) => id === elicitationId);
  return asked && { type: 'elicitation', server: asked.server, mode: asked.question.mode, action };
}

function toolCall({
  toolCallId: id,
  name,
  target,
  input,
}: ThreadEventOf<'toolCallReady'>): StreamObjectOf<'tool_call'> {
  const call = { type: 'tool_call', id, name } as const;
  switch (target.kind) {
    case 'tool':
      return { ...call, server: target.server, tool: target.tool, input };
    case 'resource':
      return { ...call, server: target.server, tool: 'access_mcp_resource', input };
    case 'signIn':
      return { ...call, server: target.server, tool: signInName, input };
    case 'builtin':
      return { ...call, tool: target.name, input };
    case 'unknown':
      return { ...call, tool: name, input };
  }
}

function resultText({ blocks, reason }: ThreadEventOf<'toolCallEnded'>): string {
  if (blocks.length === 0 && reason) return cancelTexts[reason];
  return blocks.map(modelText).join('\n\n');
}

/** A block as the model reads it. Of an image that is the line that names it. */
function modelText(block: ResultBlock): string {
  return block.type === 'image' ? `[Image${storedAs(block)}.]` : blockText(block);
}

function artifactOf(block: ResultBlock): Artifact[] {
  return block.type === 'image' || block.type === 'artifact' ? [block.artifact] : [];
}
