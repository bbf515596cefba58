import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ImportableServer, ImportSource } from '../../core/mcp/config/import/importableServer.ts';
import type { CommandContext } from './commandContext.ts';
import { fileOfScope, type ConfigFolders } from './scopePicker.ts';
import { agreesToWrite, type PlannedWrite } from './writeQuestion.ts';

interface Chosen {
  readonly source: ImportSource;
  readonly server: ImportableServer;
}

interface ImportItem extends vscode.QuickPickItem {
  readonly choice?: Chosen;
}

/** "Import Servers": shows what other products have configured, and adds what is chosen. */
export async function importServers({ chat, view, folders }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  const { addImported, findImportable } = await import('../../core/mcp/config/import/serverImport.ts');
  const sources = await findImportable({
    userHome: homedir(),
    platform: process.platform,
    environment: process.env,
    workspaceFolder: folders.workspaceFolder,
    configured: hub.servers().map(({ definition }) => definition),
  });
  const problems = sources.flatMap((source) => source.problems.map((problem) => `${source.label}: ${problem}`));
  if (problems.length > 0) void vscode.window.showWarningMessage(problems.join('\n'));
  if (sources.every(({ servers }) => servers.length === 0)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'No servers were found in the files of VS Code, Claude Desktop, Claude Code, Cursor, Windsurf, Cline and Roo.',
      ),
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(
    sources.flatMap((source) => toItems(source, fileOfScope(source.scope, folders))),
    {
      title: vscode.l10n.t('Import Servers'),
      placeHolder: vscode.l10n.t('Which servers? Nothing is started before you choose.'),
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
    },
  );
  const chosen = (picked ?? []).flatMap(({ choice }) => choice ?? []);
  if (chosen.length === 0) return;
  if (!(await agreesToWrite(plannedWrites(chosen, folders)))) return;
  const copiesAlwaysAllow = await wantsAlwaysAllow(chosen.map(({ server }) => server));
  if (copiesAlwaysAllow === undefined) return;
  for (const { source, server } of chosen) {
    const isReplacing = server.conflict?.scope === source.scope;
    const { warnings } = await addImported(hub.edits, source.scope, server, { isReplacing, copiesAlwaysAllow });
    for (const warning of warnings) void vscode.window.showWarningMessage(warning);
  }
  await view.reveal('servers');
  await hub.ready();
}

/** What each would become: how it is reached, what was left out, and what is in its way. */
function toItems(source: ImportSource, target: string | undefined): readonly ImportItem[] {
  if (source.servers.length === 0 || target === undefined) return [];
  const [from, to] = [source.file, target].map((file) => vscode.workspace.asRelativePath(file));
  const heading = { label: `${source.label}: ${from} → ${to}`, kind: vscode.QuickPickItemKind.Separator };
  const items = source.servers.map((server) => {
    const { name, originalName, withheld, notes, conflict } = server;
    const remarks = [
      ...(conflict ? [vscode.l10n.t('there is one in {0}:{1} already', conflict.file, conflict.line)] : []),
      ...withheld.map(({ field }) => vscode.l10n.t('{0} is secret and not copied: you will be asked', field)),
      ...(name === originalName ? [] : [vscode.l10n.t('called "{0}" there', originalName)]),
      ...notes,
    ];
    return {
      label: name,
      description: reachedBy(server),
      ...(remarks.length > 0 && { detail: remarks.join(' · ') }),
      choice: { source, server },
    };
  });
  return [heading, ...items];
}

/** By file: servers of several sources may go into the same one. */
function plannedWrites(chosen: readonly Chosen[], folders: ConfigFolders): readonly PlannedWrite[] {
  const scopes = [...new Set(chosen.map(({ source }) => source.scope))];
  return scopes.map((scope) => {
    const servers = chosen.filter(({ source }) => source.scope === scope).map(({ server }) => server);
    const replaced = servers.filter(({ conflict }) => conflict?.scope === scope).map(({ name }) => name);
    return { file: fileOfScope(scope, folders) ?? '', servers, replaced };
  });
}

function reachedBy({ entry: { url, command, args } }: ImportableServer): string {
  if (typeof url === 'string') return url;
  const words = [command, ...(Array.isArray(args) ? args : [])];
  return words.filter((word) => typeof word === 'string').join(' ');
}

/** Whether tools that run without asking elsewhere may do so here. Undefined when the person gave up. */
async function wantsAlwaysAllow(servers: readonly ImportableServer[]): Promise<boolean | undefined> {
  const allowed = servers.flatMap(({ name, alwaysAllow }) => alwaysAllow.map((tool) => `${name}: ${tool}`));
  if (allowed.length === 0) return false;
  const ask = vscode.l10n.t('Ask Each Time');
  const allow = vscode.l10n.t('Run Without Asking');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Some tools run without asking in the other product. Should they here?'),
    { modal: true, detail: allowed.join('\n') },
    ask,
    allow,
  );
  return answer === undefined ? undefined : answer === allow;
}
