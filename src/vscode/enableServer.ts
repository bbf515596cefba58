import * as vscode from 'vscode';
import type { Hub } from '../core/mcp/hub.ts';
import type { ServerDefinition } from '../core/mcp/config/serverDefinition.ts';

/** Connects by a person's wish. One that is disabled is enabled first, when the person agrees to that. */
export async function connectByHand(hub: Hub, name: string): Promise<void> {
  const server = hub.server(name);
  if (server?.state.status === 'disabled' && !(await agreesToEnable(server.definition))) return;
  if (server?.state.status === 'disabled') await hub.edits.setEnabled(name, true);
  await hub.connect(name);
}

/** Enables a server, which was what the person pressed, and connects it. */
export async function enableServer(hub: Hub, name: string): Promise<void> {
  await hub.edits.setEnabled(name, true);
  await hub.connect(name);
}

async function agreesToEnable({ name, scope, source }: ServerDefinition): Promise<boolean> {
  const enable = vscode.l10n.t('Enable and Connect');
  const detail =
    scope === 'project'
      ? vscode.l10n.t('Your choice is kept for yourself: the shared file {0} is not changed.', source.file)
      : vscode.l10n.t('This changes {0}.', source.file);
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('"{0}" is disabled. Enable it?', name),
    { modal: true, detail },
    enable,
  );
  return answer === enable;
}
