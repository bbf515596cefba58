import * as vscode from 'vscode';
import type { Hub } from '../../core/mcp/hub.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import type { ServerStatus } from '../../shared/state/serverView.ts';

/** Which servers a picker offers. */
export interface ServerQuestion {
  readonly title: string;
  readonly placeHolder: string;
  readonly isOffered: (server: ServerSnapshot) => boolean;
  /** Said when there are servers, but none of that kind. */
  readonly noneMessage: string;
}

/** The server of that name, or else the one that a person picks. Undefined when they pick none, and when none fits. */
export async function pickServer(
  hub: Hub,
  named: string | undefined,
  question: ServerQuestion,
): Promise<ServerSnapshot | undefined> {
  const known = named === undefined ? undefined : hub.server(named);
  if (known) return known;
  const servers = hub.servers();
  if (servers.length === 0) return offerToAdd();
  const items = servers.filter(question.isOffered).map(toServerItem);
  if (items.length === 0) return void vscode.window.showInformationMessage(question.noneMessage);
  const { title, placeHolder } = question;
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  return picked?.server;
}

/** A row of a picker of servers. */
export function toServerItem(server: ServerSnapshot): vscode.QuickPickItem & { readonly server: ServerSnapshot } {
  const { name, description } = server.definition;
  return {
    label: name,
    description: statusInWords(server.state.status),
    ...(description !== undefined && { detail: description }),
    server,
  };
}

/** What to do where no server is configured at all. */
export async function offerToAdd(): Promise<undefined> {
  const add = vscode.l10n.t('Add Server');
  const importThem = vscode.l10n.t('Import Servers');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('No MCP server is configured.'),
    add,
    importThem,
  );
  if (answer === add) await vscode.commands.executeCommand('patchbay.addServer');
  if (answer === importThem) await vscode.commands.executeCommand('patchbay.importServers');
  return undefined;
}

function statusInWords(status: ServerStatus): string {
  switch (status) {
    case 'connected':
      return vscode.l10n.t('Connected');
    case 'connecting':
      return vscode.l10n.t('Connecting');
    case 'disconnected':
      return vscode.l10n.t('Disconnected');
    case 'disabled':
      return vscode.l10n.t('Disabled');
    case 'needsApproval':
      return vscode.l10n.t('Needs approval');
    case 'needsAuth':
      return vscode.l10n.t('Needs sign-in');
    case 'failed':
      return vscode.l10n.t('Failed');
  }
}
