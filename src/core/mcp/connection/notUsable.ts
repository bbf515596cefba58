import { McpError } from '../mcpError.ts';
import type { ConnectionState } from './connectionState.ts';

/** Why no request can be sent to a server in this state, and what to do. */
export function notUsable(name: string, state: ConnectionState): McpError {
  switch (state.status) {
    case 'disabled':
      return new McpError('disabled', name, `"${name}" is disabled in its configuration. Enable it there first.`);
    case 'needsApproval':
      return new McpError('not_connected', name, `"${name}" waits for approval. Approve it first.`);
    case 'needsAuth':
      return new McpError('not_connected', name, `"${name}" needs a sign-in: ${state.message}`);
    case 'failed':
      return new McpError('not_connected', name, `"${name}" is not connected: ${state.failure.message}`);
    case 'disconnected':
    case 'connecting':
    case 'connected':
      return new McpError('not_connected', name, `"${name}" is not connected. Connect it first.`);
  }
}
