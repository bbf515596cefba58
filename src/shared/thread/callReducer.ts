import type { ThreadEventOf } from './threadEvent.ts';
import { isToolCallEnded } from './toolCall.ts';
import type { ToolCall } from './toolCall.ts';

type ResolvedCall = Exclude<ToolCall, { status: 'streaming' }>;

/** What stays the same of a call in each of its states. */
export function resolvedOf({ id, name, target, input, providerMetadata, requestedBy }: ResolvedCall) {
  return {
    id,
    name,
    target,
    input,
    ...(providerMetadata && { providerMetadata }),
    ...(requestedBy && { requestedBy }),
  };
}

type CallEvent = ThreadEventOf<
  'approvalRequested' | 'approvalResolved' | 'toolCallRunning' | 'toolCallProgress' | 'toolCallEnded'
>;

/** Applies an event of a call. A call that has ended, or is not complete yet, stays as it is. */
export function reduceCall(call: ToolCall, event: CallEvent): ToolCall {
  if (call.status === 'streaming' || isToolCallEnded(call)) return call;
  const resolved = resolvedOf(call);
  switch (event.type) {
    case 'approvalRequested':
      return { ...resolved, status: 'pendingApproval', reason: event.reason };
    case 'approvalResolved':
      return { ...resolved, status: 'ready' };
    case 'toolCallRunning':
      return { ...resolved, status: 'running', startedAt: event.at };
    case 'toolCallProgress': {
      if (call.status !== 'running') return call;
      const { progress, total, message } = event;
      return { ...call, progress: { progress, total, message } };
    }
    case 'toolCallEnded': {
      const { blocks } = event;
      if (event.status === 'cancelled') {
        return { ...resolved, status: 'cancelled', reason: event.reason ?? 'aborted', blocks };
      }
      const durationMs = call.status === 'running' ? event.at - call.startedAt : undefined;
      return { ...resolved, status: event.status, blocks, durationMs };
    }
  }
}
