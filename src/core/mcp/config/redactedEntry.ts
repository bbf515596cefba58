import { asObject } from '../../../shared/base/json.ts';
import { redacted } from '../../base/redacted.ts';
import { redactArguments, redactText, redactUrl, redactValue } from './redactedText.ts';
import { isSecretName } from './secretNames.ts';

/** Keys that are known to hold no secret, though their names look like it. */
const harmlessKeys: ReadonlySet<string> = new Set(['oauth', 'authServerMetadataUrl']);

/**
 * An entry of a configuration file as written, for whoever lists it (contract §8). Values of `env` and `headers`, what
 * stands at the place of a secret in arguments and URLs, and what has a secret name or looks like a key are taken out;
 * pure references to variables stay.
 */
export function redactedEntry(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, redactField(key, value)]));
}

function redactField(key: string, value: unknown): unknown {
  switch (key) {
    case 'env':
    case 'headers':
      return asObject(value) ? hideLeaves(value) : redacted;
    case 'args':
      return Array.isArray(value) ? redactArguments(value) : redacted;
    case 'url':
      return typeof value === 'string' ? redactText(redactUrl(value)) : redacted;
    // A command line that makes secrets.
    case 'headersHelper':
      return redactValue(value);
    // The name of a variable, unless somebody took it for the place of the secret.
    case 'clientSecretEnv':
      return typeof value === 'string' && /^[A-Z_][A-Z\d_]*$/u.test(value) ? value : redactValue(value);
    default:
      return isSecretName(key) && !harmlessKeys.has(key) ? hideLeaves(value) : redactTree(value);
  }
}

function redactTree(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactTree);
  const record = asObject(value);
  return record ? redactedEntry(record) : value;
}

/** Everything below a secret name; names stay. */
function hideLeaves(value: unknown): unknown {
  if (typeof value === 'boolean' || value === null) return value;
  const record = asObject(value);
  if (!record) return redactValue(value);
  return Object.fromEntries(
    Object.entries(record).map(([name, item]) => [name, asObject(item) ? hideLeaves(item) : redactValue(item)]),
  );
}
