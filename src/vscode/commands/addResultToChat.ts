import * as vscode from 'vscode';
import { readSettings } from '../settingsReader.ts';
import type { CommandContext } from './commandContext.ts';

/** "Add to Chat", in the title of a result's editor: puts what it shows into the message that is being written. */
export async function addResultToChat({ chat, view }: CommandContext): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return;
  chat.draft.append(headOf(document.getText().trimEnd()));
  await view.reveal('composer');
}

/** As much of a result as a mention may bring, so that one call does not fill the conversation. */
function headOf(text: string): string {
  const { mentionMaxChars } = readSettings();
  if (text.length <= mentionMaxChars) return text;
  const rest = text.length - mentionMaxChars;
  return `${text.slice(0, mentionMaxChars)}\n${vscode.l10n.t('(cut: {0} more characters)', rest)}`;
}
