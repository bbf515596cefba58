import type { Hub } from '../../core/mcp/hub.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import { abortable } from '../../core/base/abortable.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import { approvalHint } from '../serverWarnings.ts';

type ConfiguredHub = Pick<Hub, 'server' | 'servers' | 'configIssues'>;
type NamedServerHub = ConfiguredHub & Pick<Hub, 'connect' | 'approvalOf'>;

/** The server a verb names. Throws when none is configured under the name. */
export function configuredServer(hub: ConfiguredHub, name: string): ServerSnapshot {
  const snapshot = hub.server(name);
  if (snapshot) return snapshot;
  const issue = hub.configIssues().find(({ server, severity }) => server === name && severity === 'error');
  const names = hub.servers().map(({ definition }) => definition.name);
  const reason = issue
    ? `is not usable: ${issue.file}:${issue.line}: ${issue.message}`
    : `is not configured. ${names.length === 0 ? 'No server is.' : `Configured: ${names.join(', ')}.`}`;
  throw new CommandError(exitCode.notFound, `Server "${name}" ${reason}`);
}

/** The same, connected. Throws when it cannot be, saying why and what to do. */
export async function connectedServer(hub: NamedServerHub, name: string, signal: AbortSignal): Promise<ServerSnapshot> {
  configuredServer(hub, name);
  await abortable(hub.connect(name), signal);
  const snapshot = configuredServer(hub, name);
  const { state } = snapshot;
  switch (state.status) {
    case 'connected':
      return snapshot;
    case 'needsApproval':
      throw new CommandError(exitCode.notFound, approvalMessage(hub, snapshot));
    case 'failed': {
      const code = state.failure.code === 'timeout' ? exitCode.timedOut : exitCode.notFound;
      throw new CommandError(code, `Server "${name}" is not connected: ${state.failure.message}`);
    }
    case 'needsAuth':
      throw new CommandError(exitCode.notFound, `Server "${name}" needs a sign-in: ${state.message}`);
    case 'disabled':
      throw new CommandError(exitCode.notFound, `Server "${name}" is disabled in its configuration.`);
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
