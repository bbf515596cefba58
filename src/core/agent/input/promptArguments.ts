import type { PromptDefinition } from '../../mcp/catalog/catalog.ts';
import { InputError } from './inputError.ts';
import { promptWords } from './promptWords.ts';
import type { Word } from './promptWords.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';

/**
 * Reads the arguments typed after a prompt's name (contract §5): a JSON object, or words. `name=value` counts only for
 * a declared name; the other words fill the remaining declared arguments in order, the last taking the rest as typed.
 * What is not given is absent. Throws an `InputError`.
 */
export function parsePromptArguments(text: string, prompt: PromptDefinition): Record<string, string> {
  const values = text.trimStart().startsWith('{') ? fromJson(text, prompt) : fromWords(text, prompt);
  return Object.fromEntries(values);
}

/** Throws an `InputError` for names that the prompt does not declare. */
export function checkArgumentNames(names: Iterable<string>, prompt: PromptDefinition): void {
  const declared = prompt.arguments.map(({ name }) => name);
  const unknown = [...names].filter((name) => !declared.includes(name));
  if (unknown.length === 0) return;
  const what = `The prompt "${prompt.name}" has no argument ${unknown.map((name) => `"${name}"`).join(', ')}.`;
  throw new InputError(`${what} ${declaredList(prompt)}`);
}

function fromJson(text: string, prompt: PromptDefinition): Map<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const why = messageOf(error);
    throw new InputError(
      `The arguments begin with "{" but are no JSON object: ${why}. Correct the JSON, or put the value in quotes.`,
      { cause: error },
    );
  }
  const entries = Object.entries(parsed as Record<string, unknown>);
  checkArgumentNames(
    entries.map(([name]) => name),
    prompt,
  );
  return new Map(entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
}

function fromWords(text: string, prompt: PromptDefinition): Map<string, string> {
  const declared = prompt.arguments.map(({ name }) => name);
  const values = new Map<string, string>();
  const words = promptWords(text, new Set(declared));
  for (const word of words) {
    if (word.key === undefined) continue;
    if (values.has(word.key)) throw new InputError(`The argument "${word.key}" is given twice. Give it once.`);
    values.set(word.key, singleValue(word, text));
  }
  const remaining = declared.filter((name) => !values.has(name));
  let positional = words.filter(({ key }) => key === undefined);
  const [first] = positional;
  if (remaining.length === 0 && first) throw tooMany(first, text, prompt);
  for (const [place, name] of remaining.entries()) {
    const [word, ...others] = positional;
    if (!word) break;
    const isLast = place === remaining.length - 1;
    values.set(name, isLast && others.length > 0 ? restOf(positional, words, text) : singleValue(word, text));
    positional = others;
  }
  return values;
}

function singleValue(word: Word, text: string): string {
  if (!word.isUnterminated) return word.value;
  const typed = text.slice(word.start, word.end);
  throw new InputError(`The quote that opens at ${typed} is not closed. Close it, or leave it out.`);
}

/** The words as typed, white space and quotes included; only `name=value` words among them are taken out. */
function restOf(rest: readonly Word[], all: readonly Word[], text: string): string {
  let typed = '';
  for (const word of rest) {
    const before = all[all.indexOf(word) - 1];
    const isAfterRest = before !== undefined && before.key === undefined;
    if (typed !== '') typed += isAfterRest ? text.slice(before.end, word.start) : ' ';
    typed += text.slice(word.start, word.end);
  }
  return typed;
}

function tooMany(word: Word, text: string, prompt: PromptDefinition): InputError {
  const what = `No argument of the prompt "${prompt.name}" is left for ${text.slice(word.start, word.end)}.`;
  return new InputError(`${what} ${declaredList(prompt)} Put a value with spaces in quotes.`);
}

function declaredList(prompt: PromptDefinition): string {
  const names = prompt.arguments.map(({ name, isRequired }) => (isRequired ? name : `${name} (optional)`));
  return names.length === 0 ? 'It takes none.' : `Its arguments: ${names.join(', ')}.`;
}
