import * as vscode from 'vscode';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandTarget } from './commandTarget.ts';
import { pickServer } from './serverPicker.ts';

/** Signs in to a server in the browser and connects it. Why it does not work is said. */
export async function signIn({ chat }: CommandContext, { server: named }: CommandTarget): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub, named, {
    title: vscode.l10n.t('Sign In'),
    placeHolder: vscode.l10n.t('Sign in to which server?'),
    isOffered: hasSignIn,
    noneMessage: vscode.l10n.t('No server is configured that one could sign in to: only servers with a URL are.'),
  });
  if (!server) return;
  const { name } = server.definition;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Signing in to {0}…', name),
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (_progress, token) => {
    const controller = new AbortController();
    const cancellation = token.onCancellationRequested(() => controller.abort());
    try {
      await hub.signIn(name, controller.signal);
    } catch (error) {
      const { SignInError } = await import('../../core/mcp/auth/signInError.ts');
      // Who gave it up knows that.
      if (!(error instanceof SignInError && error.code === 'cancelled')) throw error;
    } finally {
      cancellation.dispose();
    }
  });
}

/** Forgets what a sign-in left: tokens are revoked where the server can, and asked for again at its next start. */
export async function signOut({ chat }: CommandContext, { server: named }: CommandTarget): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub, named, {
    title: vscode.l10n.t('Sign Out'),
    placeHolder: vscode.l10n.t('Sign out of which server?'),
    isOffered: hasSignIn,
    noneMessage: vscode.l10n.t('No server is configured that one could be signed in to: only servers with a URL are.'),
  });
  if (server) await hub.signOut(server.definition.name);
}

function hasSignIn({ definition: { transport } }: ServerSnapshot): boolean {
  return transport.type === 'http' || transport.type === 'sse';
}
