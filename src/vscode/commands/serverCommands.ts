import * as vscode from 'vscode';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import type { ServerStatus } from '../../shared/state/serverView.ts';
import type { CommandContext } from './commandContext.ts';

/** Starts a server and waits until it is connected or has failed; a failure is shown in its row. */
export async function connectServer({ chat }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub.servers(), vscode.l10n.t('Connect which server?'), [
    'disconnected',
    'failed',
    'disabled',
  ]);
  if (server) await hub.connect(server.definition.name);
}

export async function disconnectServer({ chat }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub.servers(), vscode.l10n.t('Disconnect which server?'), [
    'connected',
    'connecting',
  ]);
  if (server) await hub.disconnect(server.definition.name);
}

export async function restartServer({ chat }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub.servers(), vscode.l10n.t('Restart which server?'), [
    'connected',
    'failed',
    'disconnected',
  ]);
  if (server) await hub.restart(server.definition.name);
}

/** Shows the servers in the view, where the exact command is read before it is approved. */
export async function approveServer({ chat, view }: CommandContext): Promise<void> {
  await chat.start();
  await view.reveal('servers');
}

export async function showServerLog({ chat, logs }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub.servers(), vscode.l10n.t('Show the log of which server?'));
  if (server) logs.show(server.definition.name, hub.logTail(server.definition.name));
}

async function pickServer(
  servers: readonly ServerSnapshot[],
  placeHolder: string,
  statuses?: readonly ServerStatus[],
): Promise<ServerSnapshot | undefined> {
  const items = servers
    .filter(({ state }) => !statuses || statuses.includes(state.status))
    .map((server) => ({ label: server.definition.name, description: server.state.status, server }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      servers.length === 0
        ? vscode.l10n.t('No server is configured. Add one to .mcp.json in the workspace.')
        : vscode.l10n.t('There is no server for which this can be done now.'),
    );
    return undefined;
  }
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.server;
}
