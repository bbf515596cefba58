import type { LanguageModel } from './languageModel.ts';

/** A model that the editor itself offers. */
export interface EditorModel {
  /** As the editor knows it. */
  readonly id: string;
  readonly label: string;
}

/** The models of the editor (`vscode.lm`), where the surface is one that has some. */
export interface EditorModels {
  /** Asks nobody for consent. Empty when the editor has none. */
  list(): Promise<readonly EditorModel[]>;
  /**
   * Makes the model usable under `<provider>/<id>`. The editor may ask for consent at the first request. Rejects with a
   * `ModelError`.
   */
  resolve(provider: string, id: string): Promise<LanguageModel>;
}
