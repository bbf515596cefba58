import type { ThreadState, Turn } from '../../shared/thread/threadState.ts';

/** The turns of the branch that is shown, with the one that runs. */
export function shownTurns({ turns, current }: ThreadState): readonly Turn[] {
  return current ? [...turns, current] : turns;
}

/** What a conversation is called: its title, or the first line of what was asked first, commands aside. */
export function titleOfThread(state: ThreadState): string {
  const turns = shownTurns(state);
  const first = turns.find(({ parts }) => !parts.some(({ kind }) => kind === 'hostAnswer')) ?? turns[0];
  return state.title?.trim() || first?.text.trim().split(/\r?\n/u, 1)[0] || 'Conversation';
}
