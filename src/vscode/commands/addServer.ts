import * as vscode from 'vscode';
import type { ImportableServer } from '../../core/mcp/config/import/importableServer.ts';
import type { EditableScope } from '../../core/mcp/config/serverEdits.ts';
import type { Hub } from '../../core/mcp/hub.ts';
import type { CommandContext } from './commandContext.ts';
import { askForServers } from './pastedServers.ts';
import { fileOfScope, pickScope } from './scopePicker.ts';
import { agreesToWrite } from './writeQuestion.ts';

/** "Add Server": what it is, who it is for, its name; shows what will be written, writes it and connects. */
export async function addServer({ chat, view, folders }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  const configured = hub.servers().map(({ definition }) => definition);
  const servers = await askForServers(configured, folders.workspaceFolder);
  if (!servers || servers.length === 0) return;
  const scope = await pickScope(folders);
  if (!scope) return;
  const named = await nameThem(servers, scope, hub);
  if (!named) return;
  const file = fileOfScope(scope, folders);
  if (file === undefined) return;
  const replaced = named.map(({ name }) => name).filter((name) => isIn(hub, name, scope));
  if (!(await agreesToWrite([{ file, servers: named, replaced }]))) return;
  const { addImported } = await import('../../core/mcp/config/import/serverImport.ts');
  for (const server of named) {
    const isReplacing = replaced.includes(server.name);
    const { warnings } = await addImported(hub.edits, scope, server, { isReplacing });
    for (const warning of warnings) void vscode.window.showWarningMessage(warning);
  }
  // Its row says how the connection goes, and what to do when it does not.
  await view.reveal('servers');
  await Promise.all(named.map(({ name }) => hub.connect(name)));
}

/** A single server can be given another name; several keep theirs. */
async function nameThem(
  servers: readonly ImportableServer[],
  scope: EditableScope,
  hub: Hub,
): Promise<readonly ImportableServer[] | undefined> {
  const [only] = servers;
  if (servers.length !== 1 || !only) return servers;
  const { nameProblem } = await import('../../core/mcp/config/serverName.ts');
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add Server'),
    prompt: vscode.l10n.t('Its name: tools and mentions carry it.'),
    value: only.name,
    ignoreFocusOut: true,
    validateInput: (typed) => nameProblem(typed) ?? noteOnName(typed, scope, hub),
  });
  return name === undefined ? undefined : [{ ...only, name }];
}

/** What a name that is taken means; it is no mistake. */
function noteOnName(name: string, scope: EditableScope, hub: Hub): vscode.InputBoxValidationMessage | undefined {
  const taken = hub.server(name)?.definition;
  if (!taken) return undefined;
  const message = isIn(hub, name, scope)
    ? vscode.l10n.t('There is a "{0}" in that file: it will be replaced.', name)
    : vscode.l10n.t('There is a "{0}" in {1}: only one of them will be used.', name, taken.source.file);
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

function isIn(hub: Hub, name: string, scope: EditableScope): boolean {
  const taken = hub.server(name)?.definition;
  return taken !== undefined && (taken.scope === scope || taken.overrides.some((other) => other.scope === scope));
}
