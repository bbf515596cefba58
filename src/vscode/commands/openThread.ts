import * as vscode from 'vscode';
import type { ThreadSummary } from '../../core/threads/threadSummary.ts';
import type { CommandContext } from './commandContext.ts';

/**
 * Opens a conversation in the chat. One of another workspace is shown to read, and goes on here when the person says so;
 * one that another window has open is shown to read only (ADR 20).
 */
export async function openThread(context: CommandContext, thread: ThreadSummary): Promise<void> {
  const isOfHere = thread.workspace === context.folders.workspaceFolder;
  if (!isOfHere) {
    await showToRead(context, thread);
    if (!(await wantsToGoOn(thread))) return;
  }
  const { ThreadError } = await import('../../core/threads/threadError.ts');
  try {
    await context.chat.openThread(thread.id);
  } catch (error) {
    if (!(error instanceof ThreadError && error.code === 'locked')) throw error;
    if (isOfHere) await showToRead(context, thread);
    void vscode.window.showInformationMessage(error.message);
    return;
  }
  await context.view.reveal('composer');
}

async function showToRead({ chat, results }: CommandContext, { id }: ThreadSummary): Promise<void> {
  const { threads } = await chat.start();
  await results.open('conversation', { text: await threads.export(id, 'markdown'), files: [] });
}

async function wantsToGoOn({ workspace }: ThreadSummary): Promise<boolean> {
  const goOn = vscode.l10n.t('Continue Here');
  const said =
    workspace === undefined
      ? vscode.l10n.t('This conversation belongs to no workspace. It can go on here, with the servers of this one.')
      : vscode.l10n.t(
          'This conversation belongs to {0}. It can go on here, with the servers of this workspace.',
          workspace,
        );
  return (await vscode.window.showInformationMessage(said, goOn)) === goOn;
}
