import * as vscode from 'vscode';
import type { SignInSurface } from '../core/mcp/auth/signInSurface.ts';
import { DisposableStore } from '../shared/base/disposable.ts';

/** Signing in to servers, in the person's browser and in the editor's dialogs. */
export const editorSignInSurface: SignInSurface = {
  async openBrowser(address, server) {
    const open = vscode.l10n.t('Open Browser');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Sign in to "{0}" at {1}?', server, address.host),
      { modal: true, detail: vscode.l10n.t('This address will be opened in the browser:\n\n{0}', address.href) },
      open,
    );
    if (answer !== open) return false;
    return vscode.env.openExternal(asWritten(address));
  },

  async externalAddress(loopback) {
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(loopback.href, true));
    return new URL(external.toString(true));
  },

  async askForRedirect(server, signal) {
    if (signal.aborted) return undefined;
    const owned = new DisposableStore();
    const box = owned.add(vscode.window.createInputBox());
    box.title = vscode.l10n.t('Sign in to {0}', server);
    box.prompt = vscode.l10n.t(
      'Finish in the browser. If it ends on a page that cannot be reached, paste the address of that page here.',
    );
    box.placeholder = vscode.l10n.t('Nothing is needed here when the browser says that you are signed in');
    // The browser takes the focus, and that is no answer.
    box.ignoreFocusOut = true;
    const hide = (): void => box.hide();
    signal.addEventListener('abort', hide, { once: true });
    try {
      return await new Promise<string | undefined>((resolve) => {
        owned.add(
          box.onDidAccept(() => {
            const pasted = box.value.trim();
            if (pasted !== '') resolve(pasted);
          }),
        );
        owned.add(box.onDidHide(() => resolve(undefined)));
        box.show();
      });
    } finally {
      signal.removeEventListener('abort', hide);
      owned.dispose();
    }
  },
};

/**
 * An address for `openExternal`, character for character. The editor opens a `Uri` in its own way of writing, which
 * decodes the parameters of the query and does not encode all of them again; a string, which it takes too although its
 * types do not say so, stays as it is.
 */
function asWritten(address: URL): vscode.Uri {
  return address.href as unknown as vscode.Uri;
}
