import type { StreamObjectOf } from './streamObject.ts';
import { visibleLine } from './visibleText.ts';

/** What a server wanted of a person, and why it did not get it, as one line of stderr. */
export function elicitationLine({ server, mode, action }: StreamObjectOf<'elicitation'>): string {
  const wanted = mode === 'form' ? 'asked for information' : 'asked to go to an address';
  const ended =
    action === 'cancel' ? 'nobody can answer here, so it was cancelled. Use the chat of the editor.' : action;
  return visibleLine(`patchbay: server "${server}" ${wanted}: ${ended}`);
}
