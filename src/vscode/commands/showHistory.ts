import * as vscode from 'vscode';
import type { ThreadSummary } from '../../core/threads/threadSummary.ts';
import type { CommandContext } from './commandContext.ts';
import { HistoryPicker } from './historyPicker.ts';
import { openThread } from './openThread.ts';

/**
 * The earlier conversations: opens the one that is chosen, and renames or deletes by the buttons of a row, after which
 * the list is there again.
 */
export async function showHistory(context: CommandContext): Promise<void> {
  const { chat, folders } = context;
  const { threads } = await chat.start();
  const picker = new HistoryPicker(threads, folders.workspaceFolder, chat.thread?.id);
  for (;;) {
    const choice = await picker.pick();
    if (!choice) return;
    const { thread } = choice;
    switch (choice.action) {
      case 'open':
        return openThread(context, thread);
      case 'rename':
        await rename(context, thread);
        break;
      case 'delete':
        await deleteThread(context, thread);
    }
  }
}

async function rename({ chat }: CommandContext, { id, title }: ThreadSummary): Promise<void> {
  const { threads } = await chat.start();
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename Conversation'),
    value: title,
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Write a name.') : undefined),
  });
  if (typed !== undefined) await threads.rename(id, typed.trim());
}

async function deleteThread({ chat }: CommandContext, { id, title }: ThreadSummary): Promise<void> {
  const { threads } = await chat.start();
  const remove = vscode.l10n.t('Delete');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete the conversation "{0}"?', title),
    {
      modal: true,
      detail: vscode.l10n.t('It is removed with everything that was stored for it, and cannot be brought back.'),
    },
    remove,
  );
  if (answer !== remove) return;
  await chat.closeThread(id);
  await threads.delete(id);
}
