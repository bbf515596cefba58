import './approvals.css';
import type { ReactElement } from 'react';
import { useMemo } from 'react';
import { useViewState } from '../../bridge/useViewState.ts';
import { useFocusReturn } from '../../useFocusReturn.ts';
import { ApprovalDialog } from './ApprovalDialog.tsx';
import { pendingCallsOf } from './pendingCalls.ts';

/** What waits for the person's consent, one call after another, above the composer. */
export function Approvals(): ReactElement | null {
  const turn = useViewState((state) => state.thread.current);
  const pending = useMemo(() => pendingCallsOf(turn), [turn]);
  const first = pending[0];
  useFocusReturn(first !== undefined);
  // A dialog belongs to one call: the next one is another dialog, whose buttons are fresh.
  return first ? <ApprovalDialog key={first.id} call={first} waiting={pending.length} /> : null;
}
