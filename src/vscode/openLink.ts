import * as vscode from 'vscode';

const openableSchemes = new Set(['http:', 'https:', 'mailto:']);

/**
 * Opens a link in the browser, after showing where it leads: its text may say something else. Says whether it was
 * opened.
 */
export async function openLink(url: string): Promise<boolean> {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !openableSchemes.has(target.protocol)) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('This link is not opened: only http, https and mailto links are. It leads to {0}', url),
    );
    return false;
  }
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Open this address in the browser?'),
    { modal: true, detail: target.href },
    open,
  );
  return answer === open && vscode.env.openExternal(vscode.Uri.parse(target.href, true));
}
