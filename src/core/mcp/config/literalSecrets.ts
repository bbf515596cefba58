import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';
import { redacted } from '../../base/redacted.ts';
import { redactArguments, redactText, redactValue } from './redactedText.ts';
import { isSecretName } from './secretNames.ts';

/** A value that holds a secret, with a reference in place of that. */
interface LiteralSecret {
  /** Path inside the entry, such as `env.API_KEY`. */
  readonly field: string;
  readonly reference: string;
}

/** An entry of a server in which no literal secret is left that could be told as one. */
export interface EntryWithoutSecrets {
  readonly entry: JsonObject;
  readonly secrets: readonly LiteralSecret[];
}

/** What random keys look like and names of packages, hosts and folders do not. */
const randomKey = /^(?=(?:.*\d){4})(?=.*[A-Za-z])[\w+=-]{24,}$/u;

/** Keys whose text holds a secret only by accident: a line for a shell, a sentence, a path. */
const proseKeys: ReadonlySet<string> = new Set(['command', 'cwd', 'envFile', 'headersHelper', 'description']);

/** A reference to a variable that has no default, which could be the secret. */
const variable = /\$\{(?![^}]*:-)[^}]+\}/u;

/**
 * Puts references in the place of what is secret by its name or looks like a key: values of `env` and `headers`, parts
 * of arguments, of addresses and of other text. References to variables stay. `referenceTo` names the reference for a field and is
 * given a word for what the secret is.
 */
export function withoutSecrets(
  entry: JsonObject,
  referenceTo: (field: string, word: string) => string,
): EntryWithoutSecrets {
  const secrets: LiteralSecret[] = [];
  const keep = (field: string, word: string, value: JsonValue, hidden: string): JsonValue => {
    if (hidden === value || !hidden.includes(redacted)) return value;
    const reference = referenceTo(field, word);
    secrets.push({ field, reference });
    return hidden.replaceAll(redacted, () => reference);
  };
  const ofRecord = (key: string, record: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        if (typeof value !== 'string') return [name, value];
        return [name, keep(`${key}.${name}`, name, value, withoutLiteralSecret(name, value))];
      }),
    );
  const changed = Object.entries(entry).map(([key, value]): [string, JsonValue] => {
    const record = asObject(value);
    if ((key === 'env' || key === 'headers') && record) return [key, ofRecord(key, record)];
    if (key === 'args' && Array.isArray(value)) {
      const hidden = redactArguments(value);
      return [
        key,
        value.map((arg, at) =>
          typeof arg === 'string'
            ? keep(`args[${at}]`, wordBefore(value, at), arg, hideArgument(arg, hidden[at]))
            : arg,
        ),
      ];
    }
    if (key === 'url' && typeof value === 'string') return [key, keep(key, key, value, hideInUrl(value))];
    if (proseKeys.has(key) && typeof value === 'string') return [key, keep(key, key, value, redactText(value))];
    return [key, value];
  });
  return { entry: Object.fromEntries(changed), secrets };
}

/** The value of a variable or a header, with what is secret by that name or looks like a key taken out. */
export function withoutLiteralSecret(name: string, value: string): string {
  if (value === '' || variable.test(value)) return hideText(value);
  const [, scheme = '', key = value] = /^((?:Bearer|Basic|Token)\s+)(\S+)$/iu.exec(value) ?? [];
  if (isSecretName(name)) return scheme + redactValue(key);
  return hideText(value);
}

function hideArgument(arg: string, hidden: unknown): string {
  const [, scheme] = /^(.*[:=]\s*(?:Bearer|Basic|Token)\s+)(?!\$\{)\S+$/iu.exec(arg) ?? [];
  if (scheme !== undefined) return scheme + redacted;
  if (hidden !== arg && typeof hidden === 'string' && !arg.includes('://')) return hidden;
  return hideText(arg);
}

/** Addresses in it keep what is no secret: which page of a list is asked for, and the like. */
function hideText(text: string): string {
  if (randomKey.test(text)) return redacted;
  if (/^[a-z][a-z\d+.-]*:\/\//iu.test(text)) return hideInUrl(text);
  return redactText(text);
}

/** Credentials before the host, values of the query whose name or look says so, and random parts of the path. */
function hideInUrl(url: string): string {
  const [start = url, query = ''] = url.split(/(?=\?)/u);
  return (
    start
      .replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/iu, (_all, scheme: string) => `${scheme}${redacted}@`)
      .replace(/(?<=\/)[^/#]+/gu, (part) => (randomKey.test(part) ? redacted : part)) +
    query.replace(/([?&]([^=&#]*)=)([^&#]+)/gu, (_all, before: string, name: string, value: string) => {
      const isSecret = isSecretName(name) || randomKey.test(value) || redactText(value) !== value;
      return before + (isSecret ? redactValue(value) : value);
    })
  );
}

/** The flag that an argument belongs to says what it is. */
function wordBefore(args: readonly JsonValue[], at: number): string {
  for (const text of [args[at], args[at - 1]]) {
    const [, name] = (typeof text === 'string' && /^--?([A-Za-z][\w.-]*)(?==|$)/u.exec(text)) || [];
    if (name !== undefined) return name;
  }
  return `args-${at + 1}`;
}
