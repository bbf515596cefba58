import * as vscode from 'vscode';
import type { CommandContext } from './commandContext.ts';

/** Summarizes the older part of the conversation for the model, and says what came of it. */
export async function compactChat({ chat }: CommandContext): Promise<void> {
  await chat.start();
  if (!chat.thread) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no conversation to summarize yet.'));
    return;
  }
  const outcome = await chat.thread.compact();
  switch (outcome.status) {
    case 'completed':
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'The older part of the conversation is summarized for the model: {0} tokens became {1}. You still see all of it.',
          outcome.tokensBefore,
          outcome.tokensAfter,
        ),
      );
      return;
    case 'skipped':
      void vscode.window.showInformationMessage(outcome.message);
      return;
    case 'failed':
      void vscode.window.showWarningMessage(outcome.message);
      return;
    case 'cancelled':
      return;
  }
}
