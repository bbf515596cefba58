import * as vscode from 'vscode';
import type { CommandContext } from './commandContext.ts';
import { pickResource } from './resourcePicker.ts';

/** "Attach MCP Resource": pick a resource, or fill a template, and it waits in the composer. */
export async function attachResource({ chat, view }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  const resource = await pickResource(hub, vscode.l10n.t('Attach MCP Resource'));
  if (!resource) return;
  chat.draft.attach(resource);
  await view.reveal('composer');
}
