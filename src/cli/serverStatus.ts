import { enabledTools } from '../core/mcp/catalog/enabledTools.ts';
import type { ConnectionState } from '../core/mcp/connection/connectionState.ts';
import type { ServerSnapshot } from '../core/mcp/hubPort.ts';
import type { Failure, ServerCounts, ServerStatusObject, ServerStatusWord } from './streamObject.ts';

/** One server of `mcp_status` (contract §8). */
export function serverStatus(snapshot: ServerSnapshot): ServerStatusObject {
  const { definition, state } = snapshot;
  const protocolVersion = state.status === 'connected' ? state.identity.protocolVersion : undefined;
  const error = failureOf(state);
  return {
    name: definition.name,
    status: statusWord(state),
    ...serverCounts(snapshot),
    ...(protocolVersion !== undefined && { protocolVersion }),
    ...(error && { error }),
  };
}

/** What a server offers that can be used: tools that are switched off do not count. */
export function serverCounts(server: ServerSnapshot): ServerCounts {
  const { resources, resourceTemplates, prompts } = server.catalog;
  return {
    tools: enabledTools(server).length,
    resources: resources.length,
    templates: resourceTemplates.length,
    prompts: prompts.length,
  };
}

export function statusWord(state: ConnectionState): ServerStatusWord {
  switch (state.status) {
    case 'needsApproval':
      return 'needs_approval';
    case 'needsAuth':
      return 'needs_auth';
    default:
      return state.status;
  }
}

/** Why a server is not there, when that is a failure and not a choice. */
export function failureOf(state: ConnectionState): Failure | undefined {
  switch (state.status) {
    case 'failed':
      return { code: state.failure.code, message: state.failure.message };
    case 'needsAuth':
      return { code: 'needs_auth', message: state.message };
    default:
      return undefined;
  }
}
