import * as vscode from 'vscode';
import type { EditorModel, EditorModels } from '../core/models/editorModels.ts';
import { EditorLanguageModel } from './editorLanguageModel.ts';

/**
 * The models that the editor has (`vscode.lm`), whoever brought them. Listing asks nobody. The editor asks for consent at
 * the first request of a model, which is a turn that a person started.
 */
export const languageModels: EditorModels = {
  async list(): Promise<readonly EditorModel[]> {
    const models = await vscode.lm.selectChatModels();
    return models.map((model) => ({ id: keyOf(model), label: labelOf(model) }));
  },

  async resolve(provider, id) {
    const models = await vscode.lm.selectChatModels();
    const model =
      models.find((candidate) => keyOf(candidate) === id) ?? models.find((candidate) => candidate.id === id);
    if (model) return new EditorLanguageModel(provider, id, labelOf(model), model);
    const { ModelError } = await import('../core/models/modelError.ts');
    const known = models.map(keyOf).join(', ') || vscode.l10n.t('none');
    throw new ModelError(
      'not_configured',
      vscode.l10n.t(
        'The editor has no model "{0}". It has: {1}. Sign in to the extension that brings it, or choose another with "Patchbay: Select Model".',
        id,
        known,
      ),
    );
  },
};

/** Ids are unique within a vendor only. */
function keyOf({ vendor, id }: vscode.LanguageModelChat): string {
  return `${vendor}/${id}`;
}

function labelOf({ name, id }: vscode.LanguageModelChat): string {
  return name || id;
}
