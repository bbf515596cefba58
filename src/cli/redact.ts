import { redacted } from '../core/base/redacted.ts';

/** A reference to a variable and nothing else. One with a default is not pure: the default may be the secret. */
const pureReference = /^\$\{(?:(?:env|input):)?[A-Za-z_][\w.-]*\}$/u;

/** A definition as written, for listing (contract §8): env and header values only where they are pure references. */
export function redactDefinition(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, redactField(key, value)]));
}

function redactField(key: string, value: unknown): unknown {
  if (key === 'env' || key === 'headers') return redactValues(value);
  if (key === 'url' && typeof value === 'string') return redactUrl(value);
  return value;
}

/** An `env` of the wrong shape may hold a secret all the same. */
function redactValues(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return redacted;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, redactValue(value)]));
}

function redactValue(value: unknown): string {
  return typeof value === 'string' && pureReference.test(value) ? value : redacted;
}

/** Credentials before the host and values of the query are where keys stand in URLs. */
function redactUrl(url: string): string {
  return url
    .replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/iu, `$1${redacted}@`)
    .replace(/([?&][^=&#]*=)([^&#]*)/gu, (_match, name: string, value: string) => name + redactValue(value));
}
