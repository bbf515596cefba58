import { redacted } from '../../base/redacted.ts';
import { isSecretName } from './secretNames.ts';

/** A reference to a variable and nothing else. One with a default is not pure: the default may be the secret. */
const pureReference = /^\$\{(?:(?:env|input):)?[A-Za-z_][\w.-]*\}$/u;

const flag = /^--?([A-Za-z][\w.-]*)$/u;
const headerFlag = /^(?:-H|--headers?)$/u;

/** A word of a command line, as a shell would take it: in quotes, or up to the next blank or operator. */
const word = String.raw`"[^"]*"|'[^']*'|\$\{[^}]*\}|[^\s;&|"']+`;
const assignment = new RegExp(String.raw`([A-Za-z][\w.-]*)=(${word})`, 'gu');
const flagWithValue = new RegExp(String.raw`(?<=^|\s)(--?([A-Za-z][\w.-]*)\s+)(?!-)(${word})`, 'gu');
const headerWithValue = /((?<![\w{:-])[A-Za-z][\w-]*["']?:\s*["']?)((?:(?:bearer|basic)\s+)?(?!\/\/)[^\s"']+)/giu;
const defaultOfVariable = /\$\{((?:env:)?[A-Za-z_][\w.-]*):-[^}]*\}/gu;
/** "Basic" is a word of descriptions too: what follows must look like a key. */
const schemeWithKey = /\b(bearer\s+|basic\s+(?=\S*\d|\S{16}))([^\s"']+)/giu;
const url = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/giu;

/** Keys that are known by how they begin, and JSON Web Tokens. */
const knownKey =
  /\b(?:[spr]k[-_][\w-]{6,}|gh[a-z]_\w{10,}|github_pat_\w{10,}|glpat-[\w-]{10,}|xox[a-z]-[\w-]{10,}|AKIA[A-Z\d]{12,}|AIza[\w-]{20,}|eyJ[\w-]+\.[\w-]+\.[\w-]*)/gu;

/** A value whose place says that it is secret: shown only where it is a pure reference. */
export function redactValue(value: unknown): string {
  return typeof value === 'string' && pureReference.test(value) ? value : redacted;
}

/** Takes out of any text of a definition what stands at the place of a secret or looks like one. */
export function redactText(text: string): string {
  return text
    .replace(url, redactUrl)
    .replace(defaultOfVariable, (all, name: string) => (isSecretName(name) ? `\${${name}:-${redacted}}` : all))
    .replace(assignment, (all, name: string, value: string) =>
      isSecretName(name) ? `${name}=${redactValue(value)}` : all,
    )
    .replace(flagWithValue, (all, start: string, name: string, value: string) =>
      isSecretName(name) ? start + redactValue(value) : all,
    )
    .replace(headerWithValue, (all, name: string, value: string) =>
      isSecretName(name) ? name + redactValue(value) : all,
    )
    .replace(schemeWithKey, (_all, scheme: string, key: string) => scheme + redactValue(key))
    .replace(knownKey, redacted);
}

/** The arguments of a command. What follows a flag with a secret name, or one for a header, is a value of it. */
export function redactArguments(args: readonly unknown[]): unknown[] {
  return args.map((arg, index) => {
    if (typeof arg !== 'string') return redacted;
    const before = args[index - 1];
    if (typeof before === 'string' && headerFlag.test(before)) return redactHeader(arg);
    const [, name] = (typeof before === 'string' && flag.exec(before)) || [];
    if (name !== undefined && isSecretName(name) && !flag.test(arg)) return redactValue(arg);
    const [, start, value] = /^(-H|--headers?=)(.+)$/su.exec(arg) ?? [];
    if (start !== undefined && value !== undefined) return start + redactHeader(value);
    const [, assigned, secret] = /^(-{0,2}[A-Za-z][\w.-]*=)(.*)$/su.exec(arg) ?? [];
    if (assigned !== undefined && isSecretName(assigned)) return assigned + redactValue(secret);
    return redactText(arg);
  });
}

/** Credentials before the host, values of the query and the fragment are where keys stand in URLs. */
export function redactUrl(written: string): string {
  return written
    .replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/iu, `$1${redacted}@`)
    .replace(/([?&](?:[^=&#]*=)?)([^&#]*)/gu, (_all, name: string, value: string) => name + redactPresent(value))
    .replace(/#(.+)$/su, (_all, fragment: string) => `#${redactValue(fragment)}`);
}

function redactPresent(value: string): string {
  return value === '' ? '' : redactValue(value);
}

function redactHeader(header: string): string {
  const [, name, value] = /^([^:\s]+:\s*)(.*)$/su.exec(header) ?? [];
  return name === undefined ? redactValue(header) : name + redactValue(value);
}
