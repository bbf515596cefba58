import * as vscode from 'vscode';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import type { ServerStatus } from '../../shared/state/serverView.ts';
import { connectByHand } from '../enableServer.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandTarget } from './commandTarget.ts';
import { pickServer } from './serverPicker.ts';

/** Starts a server and waits until it is connected or has failed; a failure is shown in its row. */
export async function connectServer({ chat }: CommandContext, { server: named }: CommandTarget): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub, named, {
    title: vscode.l10n.t('Connect Server'),
    placeHolder: vscode.l10n.t('Connect which server?'),
    isOffered: isOneOf('disconnected', 'failed', 'disabled'),
    noneMessage: vscode.l10n.t('Every server is connected, or waits for your approval or sign-in.'),
  });
  if (server) await connectByHand(hub, server.definition.name);
}

export async function disconnectServer({ chat }: CommandContext, { server: named }: CommandTarget): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub, named, {
    title: vscode.l10n.t('Disconnect Server'),
    placeHolder: vscode.l10n.t('Disconnect which server?'),
    isOffered: isOneOf('connected', 'connecting'),
    noneMessage: vscode.l10n.t('No server is connected.'),
  });
  if (server) await hub.disconnect(server.definition.name);
}

export async function restartServer({ chat }: CommandContext, { server: named }: CommandTarget): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub, named, {
    title: vscode.l10n.t('Restart Server'),
    placeHolder: vscode.l10n.t('Restart which server?'),
    isOffered: isOneOf('connected', 'failed', 'disconnected'),
    noneMessage: vscode.l10n.t('There is no server that could be restarted now.'),
  });
  if (server) await hub.restart(server.definition.name);
}

/** Shows the servers in the view, where it is read what each would start or reach before it is approved. */
export async function approveServer({ chat, view }: CommandContext): Promise<void> {
  await chat.start();
  await view.reveal('servers');
}

function isOneOf(...statuses: readonly ServerStatus[]): (server: ServerSnapshot) => boolean {
  return ({ state }) => statuses.includes(state.status);
}
