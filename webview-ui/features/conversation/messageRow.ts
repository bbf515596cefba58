import type { ThreadState, Turn } from '../../../src/shared/thread/threadState.ts';

/** Messages of a turn: the person's and the answer. */
export const rowsOfTurn = 2;

/** Rows of the conversation. */
export function countRows(thread: ThreadState): number {
  return rowsOfTurn * (thread.turns.length + (thread.current ? 1 : 0));
}

/** The turn that a row belongs to; undefined while the list is catching up with a shorter thread. */
export function turnOfRow(thread: ThreadState, row: number): Turn | undefined {
  const index = Math.floor(row / rowsOfTurn);
  return index < thread.turns.length ? thread.turns[index] : index === thread.turns.length ? thread.current : undefined;
}

/** Stable across the end of a turn, which moves it from `current` to `turns`. */
export function keyOfRow(thread: ThreadState, row: number): string {
  return `${turnOfRow(thread, row)?.id ?? 'none'}/${row % rowsOfTurn}`;
}
