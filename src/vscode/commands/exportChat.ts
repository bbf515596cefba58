import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ExportFormat } from '../../core/threads/threadsPort.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandTarget } from './commandTarget.ts';

const endings: Readonly<Record<ExportFormat, string>> = { markdown: 'md', json: 'json' };

/** Writes the conversation that is open into a file that the person chooses, and shows it. */
export async function exportChat({ chat, folders }: CommandContext, { format }: CommandTarget): Promise<void> {
  const { threads } = await chat.start();
  const id = chat.thread?.id;
  if (id === undefined || chat.thread?.state.turns.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no conversation to export yet.'));
    return;
  }
  const chosen = format ?? (await pickFormat());
  if (!chosen) return;
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Chat'),
    defaultUri: vscode.Uri.joinPath(
      vscode.Uri.file(folders.workspaceFolder ?? homedir()),
      `patchbay-chat.${endings[chosen]}`,
    ),
    filters: { [chosen === 'markdown' ? 'Markdown' : 'JSON']: [endings[chosen]] },
  });
  if (!file) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(await threads.export(id, chosen)));
  await vscode.commands.executeCommand('vscode.open', file);
}

async function pickFormat(): Promise<ExportFormat | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly format: ExportFormat })[] = [
    { label: 'Markdown', description: vscode.l10n.t('to read'), format: 'markdown' },
    { label: 'JSON', description: vscode.l10n.t('for programs'), format: 'json' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export Chat'),
    placeHolder: vscode.l10n.t('In which form?'),
  });
  return picked?.format;
}
