import type { ServerApproval } from '../core/mcp/connection/configuredServer.ts';
import type { ConnectionState } from '../core/mcp/connection/connectionState.ts';

/** The one thing to do about a server that is not there, as a command. Of a failure the message says it. */
export function serverAdvice(name: string, state: ConnectionState, approval: ServerApproval): string | undefined {
  switch (state.status) {
    case 'needsApproval':
      return approval === 'rejected'
        ? `approve it, if you changed your mind, with: patchbay mcp approve ${name}`
        : `look at it and approve it with: patchbay mcp approve ${name}`;
    case 'needsAuth':
      return `sign in with: patchbay mcp auth ${name}`;
    case 'disabled':
      return `enable it with: patchbay mcp enable ${name}`;
    case 'failed':
    case 'connected':
    case 'connecting':
    case 'disconnected':
      return undefined;
  }
}
