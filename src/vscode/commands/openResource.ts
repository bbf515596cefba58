import * as vscode from 'vscode';
import type { CommandContext } from './commandContext.ts';
import { pickResource } from './resourcePicker.ts';

/** "Open MCP Resource": pick a resource, or fill a template, and read it in an editor of its own. */
export async function openResource({ chat, resources }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  const resource = await pickResource(hub, vscode.l10n.t('Open MCP Resource'));
  if (resource) await resources.open(resource.server, resource.uri);
}
