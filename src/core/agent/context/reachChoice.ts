import type { CompactionReach } from '../../../shared/thread/compaction.ts';
import type { Turn } from '../../../shared/thread/threadState.ts';
import { hasInput } from '../turn/inputMessages.ts';
import { roundsOf } from '../turn/rounds.ts';

/** The conversation as it is read now, as far as choosing a reach depends on it. */
export interface ReachableTurns {
  /** All shown turns. */
  readonly turns: readonly Turn[];
  /** Where the latest summary reaches to: a turn's index, and rounds of that turn. */
  readonly from: { readonly turnIndex: number; readonly rounds: number };
  /** Tokens of the turn at this index; without its first rounds, when `skippedRounds` says so. */
  readonly tokensOf: (turnIndex: number, skippedRounds: number) => Promise<number>;
  /** Tokens that may stay. */
  readonly keep: number;
  /** Rounds of the latest turn that stay in any case. */
  readonly keptRounds: number;
}

/**
 * How far a summary is to reach, so that what stays has at most `keep` tokens: whole turns, and of the latest one
 * rounds, when it alone is larger. What the person asked last always stays. Undefined when nothing can be summarized.
 */
export async function chooseReach(options: ReachableTurns): Promise<CompactionReach | undefined> {
  const { turns, from, keep } = options;
  const last = turns.findLastIndex(hasInput);
  let kept = 0;
  let first = turns.length;
  for (let index = last; index > from.turnIndex; index--) {
    kept += await options.tokensOf(index, 0);
    if (kept > keep) break;
    first = index;
  }
  if (first <= last) return reach(turns, first, 0);
  return last < from.turnIndex ? undefined : reachIntoLatest(last, options);
}

/** The fewest rounds without which the latest turn is small enough; else as many as may go. */
async function reachIntoLatest(last: number, options: ReachableTurns): Promise<CompactionReach | undefined> {
  const { turns, from, keep, keptRounds, tokensOf } = options;
  const turn = turns[last];
  const isBegun = last === from.turnIndex;
  const begin = isBegun ? from.rounds : 0;
  const end = Math.max(begin, (turn ? roundsOf(turn).length : 0) - keptRounds);
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await tokensOf(last, middle)) <= keep) high = middle;
    else low = middle + 1;
  }
  return low === begin && isBegun ? undefined : reach(turns, last, low);
}

function reach(turns: readonly Turn[], turnIndex: number, rounds: number): CompactionReach | undefined {
  const turn = turns[turnIndex];
  // Nothing stands before the beginning.
  if (!turn || (turnIndex === 0 && rounds === 0)) return undefined;
  return { turnId: turn.id, rounds };
}
