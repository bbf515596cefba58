import * as vscode from 'vscode';
import type { InputPrompt } from '../core/mcp/config/inputPrompt.ts';

/** Asks for a value that a configuration wants, and says which server wants it. */
export const askInput: InputPrompt = async ({ id, description, default: preset, isPassword, options }, server) => {
  const title = vscode.l10n.t('{0} needs a value', server);
  const prompt = description === '' ? id : description;
  if (options !== undefined) {
    const items = options.map((label) => ({ label, picked: label === preset }));
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder: prompt, ignoreFocusOut: true });
    return picked?.label;
  }
  return vscode.window.showInputBox({
    title,
    prompt: isPassword ? vscode.l10n.t('{0} (kept in the secret storage of your system)', prompt) : prompt,
    password: isPassword,
    ignoreFocusOut: true,
    ...(preset !== undefined && { value: preset }),
  });
};
