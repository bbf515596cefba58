import * as vscode from 'vscode';
import { readSettings } from '../settingsReader.ts';
import type { CommandContext } from './commandContext.ts';

/** Keeps a provider's key in the editor's secret storage; an empty answer removes it. */
export async function setApiKey({ secrets, chat }: CommandContext): Promise<void> {
  const { presetsWithKey } = await import('../../core/models/providerPresets.ts');
  const providers = [...new Set([...Object.keys(readSettings().providers), ...presetsWithKey])];
  const provider = await vscode.window.showQuickPick(providers, {
    title: vscode.l10n.t('Set API Key'),
    placeHolder: vscode.l10n.t('For which provider?'),
  });
  if (!provider) return;
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('API key of {0}', provider),
    prompt: vscode.l10n.t('It is kept in the secret storage of your system. Leave it empty to remove the stored key.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return;
  const { apiKeySecret } = await import('../../core/models/apiKeySecret.ts');
  if (key === '') await secrets.delete(apiKeySecret(provider));
  else await secrets.set(apiKeySecret(provider), key);
  await chat.refreshSettings();
}
