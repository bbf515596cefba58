import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import * as vscode from 'vscode';
import { asObject, type JsonObject, type JsonValue } from '../../shared/base/json.ts';
import { visibleCharacters } from '../../shared/base/visibleCharacters.ts';

/** The question stays open over the first lines of the editor, so the arguments begin below them. */
const linesUnderQuestion = 5;

export interface ArgumentDraft {
  readonly title: string;
  readonly values: JsonObject;
  /** What the server says of the arguments, one line each. */
  readonly remarks: readonly string[];
  /** What keeps arguments from being used. */
  readonly problemsOf: (given: JsonObject) => Promise<string | undefined>;
}

/**
 * Lets a person write arguments as JSON in an editor, for as long as they do not fit. Undefined when the person gave up
 * or closed the editor.
 */
export async function editArguments(draft: ArgumentDraft): Promise<JsonObject | undefined> {
  const { title, problemsOf } = draft;
  const document = await vscode.workspace.openTextDocument({ language: 'jsonc', content: contentOf(draft) });
  await vscode.window.showTextDocument(document);
  let problem: string | undefined;
  while (await wantsToRun(title, problem)) {
    if (document.isClosed) return undefined;
    const read = readArguments(document.getText());
    problem = typeof read === 'string' ? read : await problemsOf(read);
    if (typeof read !== 'string' && problem === undefined) {
      await discard(document);
      return read;
    }
  }
  return undefined;
}

function contentOf({ title, values, remarks }: ArgumentDraft): string {
  const lines = [title, ...remarks].flatMap((text) => visibleCharacters(text).split('\n'));
  const padding = Array.from({ length: Math.max(0, linesUnderQuestion - lines.length) }, () => '');
  const comments = [...lines, ...padding].map((line) => `// ${line}`.trimEnd());
  return `${comments.join('\n')}\n${JSON.stringify(values, undefined, 2)}\n`;
}

/** Stays open beside the editor until it is answered. */
async function wantsToRun(title: string, problem: string | undefined): Promise<boolean> {
  const run = { label: vscode.l10n.t('Run with the arguments in the editor'), iconPath: new vscode.ThemeIcon('play') };
  const giveUp = { label: vscode.l10n.t('Cancel'), iconPath: new vscode.ThemeIcon('close') };
  const picked = await vscode.window.showQuickPick([run, giveUp], {
    title,
    placeHolder: problem ?? vscode.l10n.t('Write the arguments in the editor, then come back here'),
    ignoreFocusOut: true,
  });
  return picked === run;
}

/** The arguments, or what is wrong with the text. Comments and trailing commas are fine. */
function readArguments(text: string): JsonObject | string {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true }) as JsonValue | undefined;
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    return vscode.l10n.t('This is not JSON: {0} in line {1}.', printParseErrorCode(error.error), line);
  }
  return asObject(value) ?? vscode.l10n.t('The arguments are an object: they begin with {0}.', '{');
}

/** Closes the editor without a question about saving it: it has served. */
async function discard(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
