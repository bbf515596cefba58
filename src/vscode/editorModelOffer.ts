import * as vscode from 'vscode';
import type { EditorModels } from '../core/models/editorModels.ts';
import { readSettings } from './settingsReader.ts';

const askedKey = 'editorModelOffered';

/**
 * Where no model is chosen and the editor has some: asks once whether one of them should answer. Until then, and for
 * whoever stays with it, the offline demo answers.
 */
export async function offerEditorModel(models: EditorModels, state: vscode.Memento): Promise<void> {
  if (readSettings().model !== '' || state.get(askedKey) === true) return;
  const [first, ...others] = await models.list();
  if (!first) return;
  await state.update(askedKey, true);
  const choose = vscode.l10n.t('Choose a Model');
  const name = others.length === 0 ? first.label : vscode.l10n.t('{0} and {1} more', first.label, others.length);
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('No model is chosen, so the offline demo answers, which is no AI. This editor has {0}.', name),
    choose,
    vscode.l10n.t('Keep the Demo'),
  );
  if (answer === choose) await vscode.commands.executeCommand('patchbay.selectModel');
}
