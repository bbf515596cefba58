import { isToolCallEnded } from './toolCall.ts';
import type { ToolCall } from './toolCall.ts';
import type { ThreadEvent, ThreadEventOf } from './threadEvent.ts';
import type { ResponsePart, ThreadState, Turn } from './threadState.ts';

/**
 * Applies one event. Pure, and the same in the extension host, the view and the command line. An event of a turn that
 * is not running, or of a call that is unknown or has ended, changes nothing: the first result of a call stands.
 */
export function reduceThread(state: ThreadState, event: ThreadEvent): ThreadState {
  if (event.type === 'threadCreated') {
    return { ...state, id: event.threadId, createdAt: event.at, workspace: event.workspace };
  }
  if (event.type === 'turnStarted') return startTurn(state, event);
  const { current } = state;
  if (current?.id !== event.turnId) return state;
  if (event.type === 'turnEnded') {
    return { ...state, turns: [...state.turns, endTurn(current, event)], current: undefined };
  }
  const next = reduceTurn(current, event);
  return next === current ? state : { ...state, current: next };
}

function startTurn(state: ThreadState, event: ThreadEventOf<'turnStarted'>): ThreadState {
  const { current } = state;
  const turns = current
    ? [...state.turns, endTurn(current, { type: 'turnEnded', at: event.at, turnId: current.id, status: 'interrupted' })]
    : state.turns;
  const turn: Turn = {
    id: event.turnId,
    startedAt: event.at,
    text: event.text,
    isCommand: event.isCommand,
    materials: [],
    warnings: [],
    parts: [],
    status: 'running',
  };
  return { ...state, turns, current: turn };
}

/** Ends the turn and forces what is open to `cancelled`, so that every call has its result. */
function endTurn(turn: Turn, event: ThreadEventOf<'turnEnded'>): Turn {
  const reason = event.status === 'interrupted' ? 'interrupted' : 'aborted';
  const parts = turn.parts.map((part): ResponsePart => {
    if (part.kind !== 'toolCall' || isToolCallEnded(part.call)) return part;
    const { call } = part;
    const { id, name } = call;
    const resolved =
      call.status === 'streaming'
        ? { target: { kind: 'unknown' as const }, input: null }
        : { target: call.target, input: call.input };
    return { kind: 'toolCall', call: { id, name, ...resolved, status: 'cancelled', reason, blocks: [] } };
  });
  return { ...turn, parts, status: event.status, error: event.error };
}

type TurnEvent = Exclude<ThreadEvent, { type: 'threadCreated' | 'turnStarted' | 'turnEnded' }>;

function reduceTurn(turn: Turn, event: TurnEvent): Turn {
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
    case 'textDelta':
      return { ...turn, parts: appendText(turn.parts, 'markdown', event.delta) };
    case 'reasoningDelta':
      return { ...turn, parts: appendText(turn.parts, 'reasoning', event.delta) };
    case 'toolCallStarted':
      if (hasCall(turn, event.toolCallId)) return turn;
      return addCall(turn, { id: event.toolCallId, name: event.name, status: 'streaming' });
    case 'toolCallReady': {
      const { toolCallId: id, name, target, input } = event;
      const ready: ToolCall = { id, name, target, input, status: 'ready' };
      if (!hasCall(turn, id)) return addCall(turn, ready);
      // A call becomes ready once: what is waiting, running or ended is not set back.
      return updateCall(turn, id, (call) => (call.status === 'streaming' ? ready : call));
    }
    case 'roundEnded':
      return { ...turn, parts: [...turn.parts, { kind: 'roundEnd', usage: event.usage }] };
    case 'approvalRequested':
    case 'approvalResolved':
    case 'toolCallRunning':
    case 'toolCallProgress':
    case 'toolCallEnded':
      return updateCall(turn, event.toolCallId, (call) => reduceCall(call, event));
  }
}

type CallEvent = ThreadEventOf<
  'approvalRequested' | 'approvalResolved' | 'toolCallRunning' | 'toolCallProgress' | 'toolCallEnded'
>;

function reduceCall(call: ToolCall, event: CallEvent): ToolCall {
  if (call.status === 'streaming' || isToolCallEnded(call)) return call;
  const { id, name, target, input } = call;
  const resolved = { id, name, target, input };
  switch (event.type) {
    case 'approvalRequested':
      return { ...resolved, status: 'pendingApproval', reason: event.reason };
    case 'approvalResolved':
      return { ...resolved, status: 'ready' };
    case 'toolCallRunning':
      return { ...resolved, status: 'running', startedAt: event.at };
    case 'toolCallProgress': {
      if (call.status !== 'running') return call;
      const { progress, total, message } = event;
      return { ...call, progress: { progress, total, message } };
    }
    case 'toolCallEnded': {
      const { blocks } = event;
      if (event.status === 'cancelled') {
        return { ...resolved, status: 'cancelled', reason: event.reason ?? 'aborted', blocks };
      }
      const durationMs = call.status === 'running' ? event.at - call.startedAt : undefined;
      return { ...resolved, status: event.status, blocks, durationMs };
    }
  }
}

function appendText(
  parts: readonly ResponsePart[],
  kind: 'markdown' | 'reasoning',
  delta: string,
): readonly ResponsePart[] {
  const last = parts.at(-1);
  if (last?.kind === kind) return [...parts.slice(0, -1), { kind, text: last.text + delta }];
  return [...parts, { kind, text: delta }];
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
