import { firstFew } from '../../../shared/base/firstFew.ts';
import type { HubPort, ServerSnapshot } from '../../mcp/hubPort.ts';

export type ServerCheck =
  | { readonly isUsable: true; readonly server: ServerSnapshot }
  /** Written for the model: what is wrong and what to do. */
  | { readonly isUsable: false; readonly problem: string };

/** Whether a server can be asked now: known, enabled, connected or on its way to be. */
export function checkServer(hub: HubPort, name: string): ServerCheck {
  const server = findServer(hub, name);
  if (!server) return unusable(`There is no server '${name}'. ${availableServers(hub)}`);
  const { definition, state, isCatalogCached } = server;
  // A request waits for its connection.
  if (isCatalogCached) return { isUsable: true, server };
  switch (state.status) {
    case 'connected':
      return { isUsable: true, server };
    case 'disabled':
      return unusable(`The server '${definition.name}' is disabled. The user can enable it in Patchbay's server list.`);
    case 'needsApproval':
      return unusable(`The server '${definition.name}' has not been approved by the user, so it is not started.`);
    case 'needsAuth':
      return unusable(`The server '${definition.name}' needs the user to sign in: ${state.message}`);
    case 'failed':
      return unusable(`The server '${definition.name}' is not available: ${state.failure.message}`);
    case 'connecting':
    case 'disconnected':
      return unusable(
        `The server '${definition.name}' is not connected. The user can connect it in Patchbay's server list.`,
      );
  }
}

/** The server of that name; models also write hyphens for underscores or another case, which counts when it is unique. */
export function findServer(hub: HubPort, name: string): ServerSnapshot | undefined {
  const exact = hub.server(name);
  if (exact) return exact;
  const similar = hub.servers().filter(({ definition }) => normalized(definition.name) === normalized(name));
  return similar.length === 1 ? similar[0] : undefined;
}

/** A sentence that names the servers that can be asked. */
export function availableServers(hub: HubPort): string {
  const names = hub
    .servers()
    .filter(({ state, isCatalogCached }) => state.status === 'connected' || isCatalogCached)
    .map(({ definition }) => definition.name);
  return names.length > 0 ? `Connected servers: ${firstFew(names)}.` : 'No server is connected.';
}

/** A name without the differences that models introduce. */
export function normalized(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function unusable(problem: string): ServerCheck {
  return { isUsable: false, problem };
}
