import * as vscode from 'vscode';
import type { CommandContext } from './commandContext.ts';

/** Lists what is always allowed and revokes what is chosen. */
export async function resetApprovals({ chat }: CommandContext): Promise<void> {
  const { approvals } = await chat.start();
  const items = (await approvals.list()).map((allowance) => ({
    label: allowance.kind === 'tool' ? allowance.tool : allowance.uri,
    description: allowance.server,
    detail: vscode.l10n.t('Allowed on {0}', new Date(allowance.allowedAt).toLocaleString()),
    allowance,
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing is always allowed.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Reset Approvals'),
    placeHolder: vscode.l10n.t('Choose what should ask again'),
    canPickMany: true,
  });
  for (const { allowance } of picked ?? []) await approvals.revoke(allowance.key);
}
