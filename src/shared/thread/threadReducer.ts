import { selectBranch, turnBack } from './branches.ts';
import type { ThreadEvent, ThreadEventOf } from './threadEvent.ts';
import type { ThreadState, Turn } from './threadState.ts';
import { recordLateResult } from './lateResult.ts';
import { endTurn, reduceTurn } from './turnReducer.ts';

/**
 * Applies one event. Pure, and the same in the extension host, the view and the command line. An event of a turn that
 * is not running, or of a call that is unknown or has ended, changes nothing: the first result of a call stands. Only
 * an answer that comes too late is noted with its call, also when its turn has ended.
 */
export function reduceThread(state: ThreadState, event: ThreadEvent): ThreadState {
  switch (event.type) {
    case 'threadCreated':
      return { ...state, id: event.threadId, createdAt: event.at, workspace: event.workspace };
    case 'threadRenamed':
      return { ...state, title: event.title };
    case 'turnStarted':
      return startTurn(state, event);
    case 'branchSelected':
      return state.current ? state : selectBranch(state, event.turnId);
    case 'messageQueued':
      return { ...state, queue: [...state.queue, event.message] };
    case 'queuedMessageRemoved': {
      const queue = state.queue.filter(({ id }) => id !== event.messageId);
      return queue.length === state.queue.length ? state : { ...state, queue };
    }
    case 'compactionStarted':
      return { ...state, compacting: { id: event.compactionId, cause: event.cause } };
    case 'compactionEnded':
      return endCompaction(state, event);
    case 'lateResultArrived':
      return recordLateResult(state, event);
    default:
      return reduceCurrent(state, event);
  }
}

type CurrentEvent = Parameters<typeof reduceTurn>[1] | ThreadEventOf<'turnEnded'>;

function reduceCurrent(state: ThreadState, event: CurrentEvent): ThreadState {
  const { current } = state;
  if (current?.id !== event.turnId) return state;
  if (event.type === 'turnEnded') {
    const ended = endTurn(current, event);
    return { ...state, turns: [...state.turns, ended], current: undefined };
  }
  const next = reduceTurn(current, event);
  const contextUse = event.type === 'contextMeasured' ? event.use : state.contextUse;
  return next === current && contextUse === state.contextUse ? state : { ...state, current: next, contextUse };
}

function startTurn(before: ThreadState, event: ThreadEventOf<'turnStarted'>): ThreadState {
  const isKnown = [before.turns, before.otherTurns].some((turns) => turns.some(({ id }) => id === event.turnId));
  if (isKnown || before.current?.id === event.turnId) return before;
  const ended = before.current
    ? [endTurn(before.current, { type: 'turnEnded', at: event.at, turnId: before.current.id, status: 'interrupted' })]
    : [];
  const settled = { ...before, turns: [...before.turns, ...ended], current: undefined };
  const state = event.parentId === undefined ? settled : turnBack(settled, event.parentId);
  const turn: Turn = {
    id: event.turnId,
    parentId: state.turns.at(-1)?.id,
    startedAt: event.at,
    text: event.text,
    isCommand: event.isCommand,
    isContinuation: event.isContinuation,
    materials: [],
    skills: [],
    warnings: [],
    elicitations: [],
    parts: [],
    status: 'running',
  };
  return { ...state, current: turn };
}

function endCompaction(state: ThreadState, event: ThreadEventOf<'compactionEnded'>): ThreadState {
  const { at, compactionId: id, cause, result } = event;
  const compacting = state.compacting?.id === id ? undefined : state.compacting;
  if (!result) return { ...state, compacting };
  return { ...state, compacting, compactions: [...state.compactions, { id, at, cause, ...result }] };
}
