import type { ConfigIssue } from '../core/mcp/config/configIssue.ts';
import type { ConnectionState } from '../core/mcp/connection/connectionState.ts';
import type { Hub } from '../core/mcp/hub.ts';
import type { ServerSnapshot } from '../core/mcp/hubPort.ts';
import type { RuntimePort } from '../core/runtimePort.ts';
import type { Warning } from '../shared/thread/threadEvent.ts';

/**
 * What a person should know about the servers before a command's answer: one warning for each thing wrong. A server
 * that was rejected is as the person wants it.
 */
export function serverWarnings(hub: Pick<Hub, 'servers' | 'configIssues' | 'approvalOf'>): Warning[] {
  const issues = hub.configIssues();
  const broken = new Set(issues.filter(({ severity }) => severity === 'error').map(({ server }) => server));
  const ofServers = hub.servers().flatMap((snapshot) => {
    const { name } = snapshot.definition;
    const warning = hub.approvalOf(name) === 'rejected' ? undefined : stateWarning(snapshot);
    // The state of a server with a wrong configuration only says again what is wrong in it.
    const isSaid = warning !== undefined && isConfigCode(warning.code) && broken.has(name);
    return [...(warning && !isSaid ? [warning] : []), ...snapshot.catalog.warnings];
  });
  return [...issues.map(issueWarning), ...ofServers];
}

/** What the model of a conversation is told differently of tools, or not told at all: a warning for each. */
export function toolWarnings(runtime: Pick<RuntimePort, 'hub' | 'modelWarnings'>): Warning[] {
  return runtime.hub.servers().flatMap((server) => runtime.modelWarnings(server));
}

/** Why a server of the workspace did not start, and how to approve it. */
export function approvalHint({ definition }: ServerSnapshot, isRejected: boolean): string {
  const { name, source } = definition;
  const why = isRejected ? 'it was rejected' : 'it is not approved';
  return (
    `Server "${name}" of ${source.file}:${source.line} was not started, because ${why}. ` +
    `Read what it would do with "patchbay mcp get ${name}" and approve it with "patchbay mcp approve ${name}".`
  );
}

/** Why a server wants a sign-in, and how to do that. */
export function signInHint(
  { definition: { name } }: ServerSnapshot,
  { message }: Extract<ConnectionState, { status: 'needsAuth' }>,
): string {
  return `${message} Sign in with "patchbay mcp auth ${name}".`;
}

function issueWarning({ code, file, line, server, message }: ConfigIssue): Warning {
  return { code, ...(server !== undefined && { server }), message: `${file}:${line}: ${message}` };
}

function isConfigCode(code: string): boolean {
  return code === 'invalid_config' || code === 'missing_env';
}

function stateWarning(snapshot: ServerSnapshot): Warning | undefined {
  const { state } = snapshot;
  const server = snapshot.definition.name;
  switch (state.status) {
    case 'needsApproval':
      return { code: 'pending_approval', server, message: approvalHint(snapshot, false) };
    case 'needsAuth':
      return { code: 'needs_auth', server, message: signInHint(snapshot, state) };
    case 'failed': {
      const { code, message } = state.failure;
      return { code: isConfigCode(code) ? code : 'connection_failed', server, message };
    }
    case 'connected':
    case 'connecting':
    case 'disabled':
    case 'disconnected':
      return undefined;
  }
}
