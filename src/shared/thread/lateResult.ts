import type { ThreadEventOf } from './threadEvent.ts';
import type { ThreadState, Turn } from './threadState.ts';
import { isToolCallEnded } from './toolCall.ts';

/** Notes an answer that came after its call had ended, in whichever turn the call was. A second one changes nothing. */
export function recordLateResult(state: ThreadState, event: ThreadEventOf<'lateResultArrived'>): ThreadState {
  const { current } = state;
  if (current?.id === event.turnId) {
    const next = withLateResult(current, event);
    return next === current ? state : { ...state, current: next };
  }
  for (const list of ['turns', 'otherTurns'] as const) {
    const index = state[list].findIndex(({ id }) => id === event.turnId);
    const turn = state[list][index];
    if (!turn) continue;
    const next = withLateResult(turn, event);
    return next === turn ? state : { ...state, [list]: state[list].with(index, next) };
  }
  return state;
}

function withLateResult(turn: Turn, { at, toolCallId, isError, blocks }: ThreadEventOf<'lateResultArrived'>): Turn {
  const index = turn.parts.findIndex((part) => part.kind === 'toolCall' && part.call.id === toolCallId);
  const part = turn.parts[index];
  if (part?.kind !== 'toolCall') return turn;
  const { call } = part;
  if (!isToolCallEnded(call) || call.status === 'completed' || call.late) return turn;
  const late = { at, isError, blocks };
  return { ...turn, parts: turn.parts.with(index, { kind: 'toolCall', call: { ...call, late } }) };
}
