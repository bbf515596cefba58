import * as vscode from 'vscode';
import type { ArgumentValidator } from '../../core/agent/tools/argumentValidator.ts';
import type { ToolDefinition } from '../../core/mcp/catalog/catalog.ts';
import type { JsonObject, JsonValue } from '../../shared/base/json.ts';
import { visibleCharacters } from '../../shared/base/visibleCharacters.ts';
import { argumentRemarks, fieldValue, jsonDraft, toolForm, type ToolField } from '../toolFields.ts';
import { editArguments } from './jsonArguments.ts';

/**
 * Asks for a tool's arguments: required ones line by line, optional ones as chosen, and all of them as JSON where some
 * are objects or lists. What comes back fits the tool's own schema. Undefined when the person gave up.
 */
export async function askForArguments(
  tool: ToolDefinition,
  title: string,
  validator: ArgumentValidator,
): Promise<JsonObject | undefined> {
  const form = toolForm(tool.inputSchema);
  const values: Record<string, JsonValue> = {};
  const askEach = async (fields: readonly ToolField[]): Promise<boolean> => {
    for (const field of fields) {
      const value = await askFor(field, title, validator);
      if (value === undefined) return false;
      values[field.name] = value;
    }
    return true;
  };
  if (!(await askEach(form.fields.filter(({ isRequired }) => isRequired)))) return undefined;
  const optional = form.fields.filter(({ isRequired }) => !isRequired);
  const wanted = optional.length > 0 ? await pickOptional(optional, title, form.others.length > 0) : [];
  if (!wanted || !(await askEach(wanted))) return undefined;
  const problemsOf = (given: JsonObject): Promise<string | undefined> => validator.problems(tool.inputSchema, given);
  if (form.others.length === 0 && (await problemsOf(values)) === undefined) return values;
  return editArguments({
    title,
    values: jsonDraft(tool.inputSchema, values),
    remarks: argumentRemarks(tool.inputSchema),
    problemsOf,
  });
}

/** None is a choice too; undefined is giving up. */
async function pickOptional(
  fields: readonly ToolField[],
  title: string,
  opensJson: boolean,
): Promise<readonly ToolField[] | undefined> {
  const items = fields.map((field) => ({
    label: field.name,
    ...(field.description !== undefined && { detail: visibleCharacters(field.description) }),
    field,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: opensJson
      ? vscode.l10n.t('Which optional arguments? The rest is written as JSON.')
      : vscode.l10n.t('Which optional arguments? Enter goes on without any.'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ field }) => field);
}

async function askFor(field: ToolField, title: string, validator: ArgumentValidator): Promise<JsonValue | undefined> {
  const { name, kind, choices, preset } = field;
  const description = field.description === undefined ? '' : visibleCharacters(field.description);
  const placeHolder = description === '' ? name : `${name}: ${description}`;
  if (kind === 'choice' || kind === 'boolean') {
    const values: readonly JsonValue[] = kind === 'boolean' ? [true, false] : choices;
    const items = values.map((value) => ({
      label: typeof value === 'string' ? value : JSON.stringify(value),
      description: value === preset ? vscode.l10n.t('default') : '',
      value,
    }));
    return (await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.value;
  }
  const schema: JsonObject = { type: 'object', properties: { [name]: field.schema } };
  const typed = await vscode.window.showInputBox({
    title,
    prompt: placeHolder,
    ignoreFocusOut: true,
    ...(preset !== undefined && { value: typeof preset === 'string' ? preset : JSON.stringify(preset) }),
    validateInput: (text) => validator.problems(schema, { [name]: fieldValue(field, text) }),
  });
  return typed === undefined ? undefined : fieldValue(field, typed);
}
