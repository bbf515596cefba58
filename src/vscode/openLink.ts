import * as vscode from 'vscode';

const openableSchemes = new Set(['http:', 'https:', 'mailto:']);

/** Opens a link of an answer in the browser, after showing where it leads: its text may say something else. */
export async function openLink(url: string): Promise<void> {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !openableSchemes.has(target.protocol)) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('This link is not opened: only http, https and mailto links are. It leads to {0}', url),
    );
    return;
  }
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Open this address in the browser?'),
    { modal: true, detail: target.href },
    open,
  );
  if (answer === open) await vscode.env.openExternal(vscode.Uri.parse(target.href, true));
}
