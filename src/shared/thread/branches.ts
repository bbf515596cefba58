import type { ThreadState, Turn } from './threadState.ts';

/** Puts the turns after `parentId` aside, so that the next turn follows that one. An unknown parent changes nothing. */
export function turnBack(state: ThreadState, parentId: string | null): ThreadState {
  const kept = parentId === null ? 0 : state.turns.findIndex(({ id }) => id === parentId) + 1;
  if (parentId !== null && kept === 0) {
    // The parent may be on another branch.
    if (!state.otherTurns.some(({ id }) => id === parentId)) return state;
    return turnBack(selectBranch(state, parentId), parentId);
  }
  if (kept === state.turns.length) return state;
  return {
    ...state,
    turns: state.turns.slice(0, kept),
    otherTurns: inOrder(state.otherTurns, state.turns.slice(kept)),
  };
}

/** Shows the branch that has the turn: from the beginning to it, then the latest turn after each. */
export function selectBranch(state: ThreadState, turnId: string): ThreadState {
  const all = inOrder(state.turns, state.otherTurns);
  const byId = new Map(all.map((turn) => [turn.id, turn]));
  const path: Turn[] = [];
  for (let turn = byId.get(turnId); turn; turn = turn.parentId === undefined ? undefined : byId.get(turn.parentId)) {
    path.unshift(turn);
  }
  if (path.length === 0) return state;
  const latestChild = new Map(all.map((turn) => [turn.parentId, turn]));
  for (let next = latestChild.get(turnId); next; next = latestChild.get(next.id)) path.push(next);
  const shown = new Set(path);
  return { ...state, turns: path, otherTurns: all.filter((turn) => !shown.has(turn)) };
}

/** The turns that stand in the same place as this one, itself among them, in the order in which they were begun. */
export function alternativesOf(
  state: Pick<ThreadState, 'turns' | 'current' | 'otherTurns'>,
  { id, parentId }: Turn,
): readonly Turn[] {
  const here = [...state.turns, ...(state.current ? [state.current] : [])].filter((turn) => turn.id === id);
  return inOrder(
    here,
    state.otherTurns.filter((turn) => turn.parentId === parentId),
  );
}

/** A turn is begun once at a time, so the time tells the order; of the same millisecond, the order they came in. */
function inOrder(a: readonly Turn[], b: readonly Turn[]): Turn[] {
  return [...a, ...b].sort((one, other) => one.startedAt - other.startedAt);
}
