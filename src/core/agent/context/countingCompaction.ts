import type { Compaction } from '../../../shared/thread/compaction.ts';
import type { ThreadState, Turn } from '../../../shared/thread/threadState.ts';

/** The turns of the branch that is shown, with the one that runs. */
export function shownTurns({ turns, current }: ThreadState): readonly Turn[] {
  return current ? [...turns, current] : turns;
}

export interface CountingCompaction {
  readonly compaction: Compaction;
  /** Index among the shown turns of the one that it reaches to. */
  readonly turnIndex: number;
}

/** The latest summary that reaches to a turn of the branch that is shown; one of another branch's turns does not count. */
export function countingCompaction(state: ThreadState): CountingCompaction | undefined {
  const turns = shownTurns(state);
  for (const compaction of state.compactions.toReversed()) {
    const turnIndex = turns.findLastIndex(({ id }) => id === compaction.reach.turnId);
    if (turnIndex !== -1) return { compaction, turnIndex };
  }
  return undefined;
}
