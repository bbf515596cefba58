import { asObject } from '../../../../shared/base/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/base/json.ts';
import type { ImportProduct } from './importableServer.ts';

/** An entry of another product in Patchbay's own keys. */
export interface ConvertedEntry {
  readonly entry: JsonObject;
  /** Tools that run without asking there. */
  readonly alwaysAllow: readonly string[];
  /** What was left out or changed, for a person. */
  readonly notes: readonly string[];
}

const sameKeys = [
  'command',
  'args',
  'env',
  'envFile',
  'cwd',
  'headers',
  'headersHelper',
  'disabled',
  'disabledTools',
  'description',
];
/** Keys of Patchbay's own that no other product has. */
const ownKeys = ['roots', 'sampling', 'instructions'];
/** Keys of `oauth` that hold no secret. */
const oauthKeys: ReadonlySet<string> = new Set([
  'clientId',
  'callbackPort',
  'authServerMetadataUrl',
  'clientMetadataUrl',
  'scopes',
]);
/** Keys that are taken over under another name, or that say nothing about how a server is reached. */
const spentKeys = [
  ...['type', 'transport', 'transportType', 'url', 'serverUrl', 'httpUrl', 'timeout', 'enabled', 'oauth', 'auth'],
  ...['alwaysAllow', 'autoApprove', 'name', 'inputs', 'gallery', 'version'],
];

/** Writes an entry in Patchbay's keys. Values that are wrong stay, to be named when it is added. */
export function convertEntry(product: ImportProduct, foreign: JsonObject): ConvertedEntry {
  const notes: string[] = [];
  const entry: JsonObject = {};
  const type = typeFor(product, foreign);
  if (type !== undefined) entry['type'] = type;
  const url = foreign['url'] ?? foreign['serverUrl'] ?? foreign['httpUrl'];
  for (const key of sameKeys) {
    const value = foreign[key];
    // Some write null, or a value of both kinds of servers, for what is not there.
    if (value === undefined || value === null) continue;
    if (key === 'headers' && typeof foreign['command'] === 'string') continue;
    entry[key] = textsIn(key, value);
  }
  if (typeof url === 'string' && typeof foreign['command'] !== 'string') entry['url'] = url;
  if (foreign['enabled'] === false) entry['disabled'] = true;
  if (entry['disabled'] === false) delete entry['disabled'];
  Object.assign(entry, timeoutOf(foreign['timeout'], notes));
  const oauth = oauthOf(foreign, notes);
  if (oauth) entry['oauth'] = oauth;
  for (const key of ownKeys) if (product === 'patchbay' && foreign[key] !== undefined) entry[key] = foreign[key];
  const kept = [...sameKeys, ...spentKeys, ...(product === 'patchbay' ? ownKeys : [])];
  for (const key of Object.keys(foreign)) if (!kept.includes(key)) notes.push(`"${key}" is not taken over.`);
  const allowed = foreign['alwaysAllow'] ?? foreign['autoApprove'];
  const names = typeof allowed === 'string' ? [allowed] : Array.isArray(allowed) ? allowed : [];
  return { entry, alwaysAllow: names.filter((name) => typeof name === 'string'), notes };
}

/** The type to write; undefined where `command`, or `url` with a try of both, says the same. */
function typeFor(product: ImportProduct, foreign: JsonObject): string | undefined {
  if (typeof foreign['command'] === 'string') return undefined;
  const written = foreign['type'] ?? foreign['transportType'] ?? foreign['transport'];
  switch (written) {
    case 'sse':
      return 'sse';
    case 'ws':
    case 'websocket':
      return 'ws';
    case undefined:
      // There, a URL alone has always been one of SSE.
      return product === 'cline' && typeof foreign['url'] === 'string' ? 'sse' : undefined;
    default:
      // What VS Code calls http is tried as SSE too.
      return product === 'vscode' ? undefined : 'http';
  }
}

/** Numbers and switches that others take in the place of text. */
function textsIn(key: string, value: JsonValue): JsonValue {
  const text = (item: JsonValue): JsonValue =>
    typeof item === 'number' || typeof item === 'boolean' ? String(item) : item;
  if (key === 'args' && Array.isArray(value)) return value.map(text);
  const record = key === 'env' || key === 'headers' ? asObject(value) : undefined;
  if (!record) return value;
  const present = Object.entries(record).filter(([, item]) => item !== null);
  return Object.fromEntries(present.map(([name, item]) => [name, text(item)]));
}

function timeoutOf(value: JsonValue | undefined, notes: string[]): { timeout?: number } {
  if (typeof value !== 'number' || value <= 0) return {};
  // Some count milliseconds.
  const seconds = value > 3600 ? value / 1000 : value;
  const timeout = Math.min(3600, Math.max(1, seconds));
  if (timeout !== value) notes.push(`The timeout of ${value} is taken for ${timeout} seconds.`);
  return { timeout };
}

/** What Cursor calls `auth`, and others `oauth` with keys of their own besides. */
function oauthOf({ auth, oauth }: JsonObject, notes: string[]): JsonObject | undefined {
  const written = asObject(auth) ?? asObject(oauth);
  if (!written) return undefined;
  const { CLIENT_ID: id, CLIENT_SECRET: cursorSecret, clientSecret = cursorSecret, ...others } = written;
  const { clientSecretEnv: named, ...settings } = others;
  const variable = variableIn(clientSecret) ?? (typeof named === 'string' && isVariableName(named) ? named : undefined);
  if (variable === undefined && (clientSecret ?? named) !== undefined) {
    notes.push(
      'The client secret is not copied. Put it into an environment variable and name that in "clientSecretEnv".',
    );
  }
  const kept = Object.entries(settings).filter(([key]) => oauthKeys.has(key));
  for (const key of Object.keys(settings)) if (!oauthKeys.has(key)) notes.push(`"oauth.${key}" is not taken over.`);
  return {
    ...(id !== undefined && { clientId: id }),
    ...(variable !== undefined && { clientSecretEnv: variable }),
    ...Object.fromEntries(kept),
  };
}

/** The variable that a text refers to and nothing else. */
function variableIn(text: JsonValue | undefined): string | undefined {
  return (typeof text === 'string' && /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/u.exec(text)?.[1]) || undefined;
}

function isVariableName(text: string): boolean {
  return /^[A-Z_][A-Z\d_]*$/u.test(text);
}
