import type { Turn } from '../../../src/shared/thread/threadState.ts';
import type { ToolCall } from '../../../src/shared/thread/toolCall.ts';

/** A call that waits for a person. */
export type PendingCall = Extract<ToolCall, { status: 'pendingApproval' }>;

/** The calls of the running turn that wait, in the order in which they were made. */
export function pendingCallsOf(turn: Turn | undefined): readonly PendingCall[] {
  const pending: PendingCall[] = [];
  for (const part of turn?.parts ?? []) {
    if (part.kind === 'toolCall' && part.call.status === 'pendingApproval') pending.push(part.call);
  }
  return pending;
}
