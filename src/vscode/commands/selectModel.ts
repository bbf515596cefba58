import * as vscode from 'vscode';
import type { ModelChoice } from '../../core/models/modelChoice.ts';
import { plainLabel } from '../plainLabel.ts';
import { readSettings, writeModel } from '../settingsReader.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandTarget } from './commandTarget.ts';

type Row = vscode.QuickPickItem & { readonly id?: string };

/** Chooses among all models that can be used from here. What was written after `/model` chooses by itself if it fits one. */
export async function selectModel({ chat }: CommandContext, { model: wanted = '' }: CommandTarget): Promise<void> {
  const runtime = await chat.start();
  const choices = await runtime.models();
  const fitting = choices.filter(({ id, label }) => `${id} ${label}`.toLowerCase().includes(wanted.toLowerCase()));
  const exact =
    choices.find(({ id }) => id === wanted) ?? (wanted !== '' && fitting.length === 1 ? fitting[0] : undefined);
  const id = exact?.id ?? (await pick(fitting.length > 0 ? fitting : choices));
  if (id === undefined) return;
  if (id === setUpId) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'patchbay.providers');
    return;
  }
  const chosen = choices.find((choice) => choice.id === id && choice.isOpen) ? await askName(id) : id;
  if (chosen === undefined) return;
  await writeModel(chosen);
  await chat.refreshSettings();
}

/** Stands for the row that leads to the settings; no model has an id like it. */
const setUpId = '';

async function pick(choices: readonly ModelChoice[]): Promise<string | undefined> {
  const { model } = readSettings();
  const setUp: Row = {
    label: vscode.l10n.t('Set up a model provider…'),
    description: 'patchbay.providers',
    id: setUpId,
  };
  const picked = await vscode.window.showQuickPick([...rowsOf(choices, model), setUp], {
    title: vscode.l10n.t('Select Model'),
    placeHolder: vscode.l10n.t('Which model should answer?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.id;
}

/** The whole id of a model that the person names, of a provider that takes any. */
async function askName(prefix: string): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Select Model'),
    prompt: vscode.l10n.t('The name of the model, as its provider writes it.'),
    value: prefix,
    valueSelection: [prefix.length, prefix.length],
    ignoreFocusOut: true,
    validateInput: (text) => (isNamed(text, prefix) ? undefined : vscode.l10n.t('Write a name after {0}', prefix)),
  });
  return name?.trim();
}

function isNamed(text: string, prefix: string): boolean {
  return text.startsWith(prefix) && text.trim().length > prefix.length;
}

function rowsOf(choices: readonly ModelChoice[], current: string): readonly Row[] {
  return choices.map(({ id, label, isOpen }) => ({
    label: plainLabel(isOpen ? vscode.l10n.t('{0}: name a model…', label) : label),
    description: plainLabel(id),
    picked: id === current,
    id,
  }));
}
