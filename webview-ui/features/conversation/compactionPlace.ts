import type { Compaction } from '../../../src/shared/thread/compaction.ts';

/** The summary that the model reads ends in this turn, after that many of its rounds; only the latest one counts. */
export function compactionIn(compactions: readonly Compaction[], turnId: string): Compaction | undefined {
  const latest = compactions.at(-1);
  return latest?.reach.turnId === turnId ? latest : undefined;
}
