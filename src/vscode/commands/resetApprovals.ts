import * as vscode from 'vscode';
import type { Allowance } from '../../core/agent/approval/allowance.ts';
import type { CommandContext } from './commandContext.ts';

interface ResetItem extends vscode.QuickPickItem {
  readonly reset: () => Promise<unknown>;
}

/** Lists what was answered for good, and forgets what is chosen: those ask again. */
export async function resetApprovals({ chat }: CommandContext): Promise<void> {
  const { approvals, hub } = await chat.start();
  const allowances = (await approvals.list()).map((allowance): ResetItem => ({
    label: allowance.kind === 'tool' ? allowance.tool : allowance.uri,
    description: allowance.server,
    detail: reasonText(allowance),
    reset: () => approvals.revoke(allowance.key),
  }));
  const ofServers: ResetItem = {
    label: vscode.l10n.t('Servers of this workspace'),
    description: vscode.l10n.t('whether they may start, what is switched off, and the values they asked for'),
    reset: () => hub.edits.resetChoices(),
  };
  const picked = await vscode.window.showQuickPick([ofServers, ...allowances], {
    title: vscode.l10n.t('Reset Approvals'),
    placeHolder: vscode.l10n.t('Choose what should ask again'),
    canPickMany: true,
  });
  for (const { reset } of picked ?? []) await reset();
}

function reasonText(allowance: Allowance): string {
  const at = new Date(allowance.allowedAt).toLocaleString();
  if (allowance.kind === 'tool' && allowance.origin === 'configuration') {
    return vscode.l10n.t('By "alwaysAllow" of the configuration, as it was used first on {0}', at);
  }
  return vscode.l10n.t('Allowed on {0}', at);
}
