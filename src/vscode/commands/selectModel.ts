import * as vscode from 'vscode';
import { readSettings, writeModel } from '../settingsReader.ts';
import type { CommandContext } from './commandContext.ts';

/** Chooses among the configured models and the offline demo. */
export async function selectModel({ chat }: CommandContext): Promise<void> {
  const { listModels } = await import('../../core/models/modelRegistry.ts');
  const settings = readSettings();
  const items = listModels(settings).map(({ id, label }) => ({
    label,
    description: id,
    picked: id === settings.model,
    id,
  }));
  const setUp = { label: vscode.l10n.t('Set up a model provider…'), description: 'patchbay.providers', id: undefined };
  const picked = await vscode.window.showQuickPick([...items, setUp], {
    title: vscode.l10n.t('Select Model'),
    placeHolder: vscode.l10n.t('Which model should answer?'),
  });
  if (!picked) return;
  if (picked.id === undefined) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'patchbay.providers');
    return;
  }
  await writeModel(picked.id);
  await chat.refreshSettings();
}
