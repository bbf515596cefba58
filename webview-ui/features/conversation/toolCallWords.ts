import type { CancelReason } from '../../../src/shared/thread/threadEvent.ts';
import type { ToolCall } from '../../../src/shared/thread/toolCall.ts';
import { text } from '../../text.ts';

/** Name under which Patchbay's own tool for reading resources is known (contract §4). */
const readTool = 'access_mcp_resource';
/** Last part of the name under which models know the sign-in to a server (contract §4). */
const signInTool = 'authenticate';

/** The accessible name of a call: "Tool <tool> on <server>", or "Tool <tool>" where no server is concerned. */
export function nameOfCall(call: ToolCall): string {
  if (call.status === 'streaming') return text('toolAlone', { tool: call.name });
  const { target } = call;
  switch (target.kind) {
    case 'tool':
      return text('toolOnServer', { tool: target.tool, server: target.server });
    case 'resource':
      return text('toolOnServer', { tool: readTool, server: target.server });
    case 'signIn':
      return text('toolOnServer', { tool: signInTool, server: target.server });
    case 'builtin':
      return text('toolAlone', { tool: target.name });
    case 'unknown':
      return text('toolAlone', { tool: call.name });
  }
}

/** What a card shows as its title, and beside it. */
export function titleOfCall(call: ToolCall): { readonly title: string; readonly server?: string } {
  if (call.status === 'streaming') return { title: call.name };
  const { target } = call;
  switch (target.kind) {
    case 'tool':
      return { title: target.tool, server: target.server };
    case 'resource':
      return { title: text('readUri', { uri: target.uri }), server: target.server };
    case 'signIn':
      return { title: text('signIn'), server: target.server };
    case 'builtin':
      return { title: target.name };
    case 'unknown':
      return { title: call.name };
  }
}

/** The state of a call in a word. */
export function stateOfCall(call: ToolCall): string {
  switch (call.status) {
    case 'streaming':
    case 'ready':
      return text('statePreparing');
    case 'pendingApproval':
      return text('stateWaiting');
    case 'running':
      return text('stateRunning');
    case 'completed':
      return text('stateCompleted');
    case 'failed':
      return text('stateFailed');
    case 'cancelled':
      return stateOfCancelled(call.reason);
  }
}

function stateOfCancelled(reason: CancelReason): string {
  switch (reason) {
    case 'denied':
      return text('stateDenied');
    case 'skipped':
      return text('stateSkipped');
    case 'aborted':
      return text('stateStopped');
    case 'serverGone':
      return text('stateServerGone');
    case 'interrupted':
      return text('stateInterrupted');
  }
}

/** Codicon of a call's state. */
export function iconOfCall(call: ToolCall): string {
  switch (call.status) {
    case 'streaming':
    case 'ready':
    case 'running':
      return 'loading';
    case 'pendingApproval':
      return 'shield';
    case 'completed':
      return 'check';
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'circle-slash';
  }
}

/** A duration as people say it. */
export function durationInWords(ms: number): string {
  if (ms < 1000) return text('durationMs', { ms: Math.round(ms) });
  if (ms < 60_000) return text('durationSeconds', { seconds: Math.round(ms / 100) / 10 });
  return text('durationMinutes', { minutes: Math.floor(ms / 60_000), seconds: Math.round((ms % 60_000) / 1000) });
}
