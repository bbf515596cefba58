import { reduceCall, resolvedOf } from './callReducer.ts';
import type { ElicitationState } from './elicitation.ts';
import { isElicitationOpen } from './elicitation.ts';
import { isToolCallEnded } from './toolCall.ts';
import type { ToolCall } from './toolCall.ts';
import type { ThreadEvent, ThreadEventOf } from './threadEvent.ts';
import type { ResponsePart, Turn } from './threadState.ts';

/** Ends the turn and forces what is open to `cancelled`, so that every call has its result and no question stays open. */
export function endTurn(turn: Turn, event: ThreadEventOf<'turnEnded'>): Turn {
  const reason = event.status === 'interrupted' ? 'interrupted' : 'aborted';
  const parts = turn.parts.map((part): ResponsePart => {
    if (part.kind !== 'toolCall' || isToolCallEnded(part.call)) return part;
    const { call } = part;
    const resolved =
      call.status === 'streaming'
        ? { id: call.id, name: call.name, target: { kind: 'unknown' as const }, input: null }
        : resolvedOf(call);
    return { kind: 'toolCall', call: { ...resolved, status: 'cancelled', reason, blocks: [] } };
  });
  const elicitations = turn.elicitations.map((elicitation) =>
    isElicitationOpen(elicitation) ? { ...elicitation, status: 'cancelled' as const } : elicitation,
  );
  return { ...turn, parts, elicitations, retry: undefined, status: event.status, error: event.error };
}

type TurnEvent = Exclude<
  Extract<ThreadEvent, { turnId: string }>,
  { type: 'turnStarted' | 'turnEnded' | 'branchSelected' | 'lateResultArrived' }
>;

/** Applies an event of the running turn. */
export function reduceTurn(turn: Turn, event: TurnEvent): Turn {
  switch (event.type) {
    case 'warning':
      return { ...turn, warnings: [...turn.warnings, event.warning] };
    case 'materialAttached': {
      const { materialId, origin, server, uri, name, mimeType, chars, blocks } = event;
      const material = { id: materialId, origin, server, uri, name, mimeType, chars, blocks };
      return { ...turn, materials: [...turn.materials, material] };
    }
    case 'promptInserted': {
      const { server, prompt, messages } = event;
      return { ...turn, prompt: { server, prompt, arguments: event.arguments, messages } };
    }
    case 'skillInserted': {
      const { server, skill, uri, text, cut } = event;
      return { ...turn, skills: [...turn.skills, { server, skill, uri, text, ...(cut && { cut }) }] };
    }
    case 'commandAnswered':
      return { ...turn, parts: [...turn.parts, hostAnswer(event)] };
    case 'contextMeasured':
      return turn;
    case 'modelRetryScheduled': {
      const { attempt, retryAt, message } = event;
      return { ...turn, retry: { attempt, retryAt, message } };
    }
    case 'textDelta':
      return { ...turn, retry: undefined, parts: appendText(turn.parts, 'markdown', event.delta) };
    case 'reasoningDelta':
      return { ...turn, retry: undefined, parts: appendText(turn.parts, 'reasoning', event.delta) };
    case 'reasoningEnded': {
      const last = turn.parts.at(-1);
      const { providerMetadata } = event;
      // Reasoning may be hidden by its provider: then there is no text, and the signature alone goes back.
      const text = last?.kind === 'reasoning' && !last.providerMetadata ? last.text : '';
      const earlier = text === '' ? turn.parts : turn.parts.slice(0, -1);
      return { ...turn, parts: [...earlier, { kind: 'reasoning', text, providerMetadata }] };
    }
    case 'toolCallStarted':
      if (hasCall(turn, event.toolCallId)) return turn;
      return addCall({ ...turn, retry: undefined }, { id: event.toolCallId, name: event.name, status: 'streaming' });
    case 'toolCallReady': {
      const { toolCallId: id, name, target, input, providerMetadata, requestedBy } = event;
      const ready: ToolCall = { id, name, target, input, providerMetadata, requestedBy, status: 'ready' };
      if (!hasCall(turn, id)) return addCall({ ...turn, retry: undefined }, ready);
      // A call becomes ready once: what is waiting, running or ended is not set back.
      return updateCall(turn, id, (call) => (call.status === 'streaming' ? ready : call));
    }
    case 'roundEnded':
      return {
        ...turn,
        retry: undefined,
        parts: [...turn.parts, { kind: 'roundEnd', usage: event.usage, model: event.model }],
      };
    case 'elicitationRequested': {
      const { elicitationId: id, toolCallId, server, question, about } = event;
      const asked = { id, toolCallId, server, question, status: 'open', ...(about && { about }) } as const;
      return { ...turn, elicitations: [...turn.elicitations, asked] };
    }
    case 'elicitationVisited':
      return setElicitation(turn, event.elicitationId, 'away');
    case 'elicitationResolved':
      return setElicitation(turn, event.elicitationId, actionStatuses[event.action]);
    case 'approvalRequested':
    case 'approvalResolved':
    case 'toolCallRunning':
    case 'toolCallProgress':
    case 'toolCallEnded':
      return updateCall(turn, event.toolCallId, (call) => reduceCall(call, event));
  }
}

const actionStatuses = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const;

/** The first end of an elicitation stands. */
function setElicitation(turn: Turn, id: string, status: ElicitationState['status']): Turn {
  const elicitations = turn.elicitations.map((elicitation) =>
    elicitation.id === id && isElicitationOpen(elicitation) ? { ...elicitation, status } : elicitation,
  );
  return { ...turn, elicitations };
}

function appendText(
  parts: readonly ResponsePart[],
  kind: 'markdown' | 'reasoning',
  delta: string,
): readonly ResponsePart[] {
  const last = parts.at(-1);
  const isOpen = last?.kind === kind && !('providerMetadata' in last && last.providerMetadata);
  if (isOpen) return [...parts.slice(0, -1), { kind, text: last.text + delta }];
  return [...parts, { kind, text: delta }];
}

function hostAnswer({ text, cut }: ThreadEventOf<'commandAnswered'>): ResponsePart {
  return { kind: 'hostAnswer', text, ...(cut && { cut }) };
}

function hasCall(turn: Turn, id: string): boolean {
  return turn.parts.some((part) => part.kind === 'toolCall' && part.call.id === id);
}

function addCall(turn: Turn, call: ToolCall): Turn {
  return { ...turn, parts: [...turn.parts, { kind: 'toolCall', call }] };
}

function updateCall(turn: Turn, id: string, update: (call: ToolCall) => ToolCall): Turn {
  const index = turn.parts.findIndex((part) => part.kind === 'toolCall' && part.call.id === id);
  const part = turn.parts[index];
  if (part?.kind !== 'toolCall') return turn;
  const call = update(part.call);
  return call === part.call ? turn : { ...turn, parts: turn.parts.with(index, { kind: 'toolCall', call }) };
}
