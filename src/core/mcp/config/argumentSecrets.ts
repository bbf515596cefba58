import { redacted } from '../../base/redacted.ts';
import { redactArguments } from './redactedText.ts';
import { isSecretName } from './secretNames.ts';

/** Of an address in an argument: the fragment, and each part of the query. */
const fragment = /(?<=:\/\/[^\s"'#]*)#[^\s"']*/gu;
const partOfQuery = /(?<=[?&])([^=&#\s"']*)=([^&#\s"']*)/gu;

/**
 * The values that stand at the place of a secret in the arguments of a program, to be taken out of what it logs. Unlike
 * where a definition is listed, what an address asks for is left alone unless its name says otherwise: every second
 * line of a log may hold the word.
 */
export function secretsOfArguments(args: readonly string[]): string[] {
  const texts = args.map((arg) =>
    arg.replace(fragment, '').replace(partOfQuery, (part, name: string) => (isSecretName(name) ? part : '')),
  );
  const hidden = redactArguments(texts);
  return texts.flatMap((text, index) => hiddenParts(text, String(hidden[index]))).flatMap(formsOf);
}

/** What of a text is hidden in its redacted form. */
function hiddenParts(text: string, hidden: string): string[] {
  const shown = hidden.split(redacted).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'));
  return new RegExp(`^${shown.join('(.*?)')}$`, 'su').exec(text)?.slice(1) ?? [];
}

/**
 * Some quote the secret alone, which may stand behind a scheme or the name of a user, or be the first word of a command
 * for a shell.
 */
function formsOf(part: string): string[] {
  const [, afterScheme] = /^(?:bearer|basic|token)\s+(.+)$/isu.exec(part) ?? [];
  const [, afterUser] = /^[^:\s]+:(\S+)$/u.exec(part) ?? [];
  const [, , quoted, word] = /^(?:(["'])(.*?)\1|(\S+)\s)/su.exec(part) ?? [];
  const alone = afterScheme ?? afterUser ?? quoted ?? word;
  return [part, ...(alone === undefined ? [] : [alone])].filter((value) => value !== '');
}
