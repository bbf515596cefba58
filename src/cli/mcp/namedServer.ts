import type { ConnectionState } from '../../core/mcp/connection/connectionState.ts';
import type { Hub } from '../../core/mcp/hub.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import { firstFew } from '../../shared/base/firstFew.ts';
import { abortable } from '../../core/base/abortable.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import { approvalHint, signInHint } from '../serverWarnings.ts';

type ConfiguredHub = Pick<Hub, 'server' | 'servers' | 'configIssues'>;

/** A server with its state narrowed. */
export interface ConnectedServer extends ServerSnapshot {
  readonly state: Extract<ConnectionState, { status: 'connected' }>;
}

type NamedServerHub = ConfiguredHub & Pick<Hub, 'connect' | 'approvalOf'>;

/** The server a verb names. Throws when none is configured under the name. */
export function configuredServer(hub: ConfiguredHub, name: string): ServerSnapshot {
  const snapshot = hub.server(name);
  if (snapshot) return snapshot;
  const issue = hub.configIssues().find(({ server, severity }) => server === name && severity === 'error');
  const names = hub.servers().map(({ definition }) => definition.name);
  const reason = issue
    ? `is not usable: ${issue.file}:${issue.line}: ${issue.message}`
    : `is not configured. ${names.length === 0 ? 'No server is.' : `Configured: ${firstFew(names)}.`}`;
  throw new CommandError(exitCode.notFound, `Server "${name}" ${reason}`);
}

/** The same, connected. Throws when it cannot be, saying why and what to do. */
export async function connectedServer(
  hub: NamedServerHub,
  name: string,
  signal: AbortSignal,
): Promise<ConnectedServer> {
  configuredServer(hub, name);
  await abortable(hub.connect(name), signal);
  return requireConnected(hub, name);
}

/** The same without connecting it: a server that was to be connected just now. */
export function requireConnected(hub: NamedServerHub, name: string): ConnectedServer {
  const snapshot = configuredServer(hub, name);
  const { state } = snapshot;
  switch (state.status) {
    case 'connected':
      return { ...snapshot, state };
    case 'needsApproval':
      throw new CommandError(exitCode.notFound, approvalMessage(hub, snapshot));
    case 'failed': {
      const code = state.failure.code === 'timeout' ? exitCode.timedOut : exitCode.notFound;
      throw new CommandError(code, `Server "${name}" is not connected: ${state.failure.message}`);
    }
    case 'needsAuth':
      throw new CommandError(
        exitCode.notFound,
        `[needs_auth] Server "${name}" is not connected: ${signInHint(snapshot, state)}`,
      );
    case 'disabled':
      throw new CommandError(
        exitCode.notFound,
        `Server "${name}" is disabled. Enable it with "patchbay mcp enable ${name}".`,
      );
    case 'connecting':
    case 'disconnected':
      throw new CommandError(exitCode.notFound, `Server "${name}" is not connected.`);
  }
}

/** Begins as the same warning does where the server is not named. */
function approvalMessage(hub: NamedServerHub, snapshot: ServerSnapshot): string {
  const isRejected = hub.approvalOf(snapshot.definition.name) === 'rejected';
  return `[pending_approval] ${approvalHint(snapshot, isRejected)}`;
}
