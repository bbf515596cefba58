import './elicitation.css';
import type { ReactElement } from 'react';
import { useViewState } from '../../bridge/useViewState.ts';
import { isElicitationOpen } from '../../../src/shared/thread/elicitation.ts';
import type { ElicitationState } from '../../../src/shared/thread/elicitation.ts';
import { useFocusReturn } from '../../useFocusReturn.ts';
import { ElicitationDialog } from './ElicitationDialog.tsx';

const none: readonly ElicitationState[] = [];

/** What servers ask the person for, one question after another, above the composer. */
export function Elicitations(): ReactElement | null {
  const elicitations = useViewState((state) => state.thread.current?.elicitations ?? none);
  const open = elicitations.filter(isElicitationOpen);
  const first = open[0];
  useFocusReturn(first !== undefined);
  // A dialog belongs to one question: the next one is another dialog, with fields and buttons of its own.
  return first ? <ElicitationDialog key={first.id} elicitation={first} waiting={open.length} /> : null;
}
