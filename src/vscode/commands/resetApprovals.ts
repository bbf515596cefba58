import * as vscode from 'vscode';
import type { CommandContext } from './registerCommands.ts';

/** Lists what is always allowed and revokes what is chosen. */
export async function resetApprovals({ home }: CommandContext): Promise<void> {
  const { ApprovalStore } = await import('../../core/agent/approvalStore.ts');
  const store = new ApprovalStore(home);
  const items = (await store.list()).map((entry) => ({
    label: entry.label,
    description: entry.server,
    entry,
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
  if (picked) await store.revoke(picked.map(({ entry }) => entry.key));
}
