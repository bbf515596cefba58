import * as z from 'zod/mini';

const text = 'must be a string';
const texts = 'must be an array of strings';
const port = 'must be a port number';
const flag = 'must be true or false';
const textRecord = z.record(z.string(), z.string(text), 'must be an object of strings');

const oauthFields = {
  clientId: z.optional(z.string(text)),
  clientSecretEnv: z.optional(z.string(text)),
  callbackPort: z.optional(z.int(port).check(z.minimum(1, port), z.maximum(65_535, port))),
  authServerMetadataUrl: z.optional(z.string(text)),
  clientMetadataUrl: z.optional(z.string(text)),
  scopes: z.optional(z.union([z.string(), z.array(z.string())], 'must be a string or an array of strings')),
};

/** The keys of a server's entry (contract §3). A key that is not among them warns and is kept. */
const fields = {
  type: z.optional(
    z.enum(
      ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse', 'ws'],
      'must be "stdio", "http", "sse" or "ws"',
    ),
  ),
  command: z.optional(z.string(text).check(z.minLength(1, 'must not be empty'))),
  args: z.optional(z.array(z.string(text), texts)),
  env: z.optional(textRecord),
  envFile: z.optional(z.string(text)),
  cwd: z.optional(z.string(text)),
  url: z.optional(z.string(text).check(z.minLength(1, 'must not be empty'))),
  headers: z.optional(textRecord),
  headersHelper: z.optional(z.string(text)),
  oauth: z.optional(z.looseObject(oauthFields, 'must be an object')),
  timeout: z.optional(
    z
      .number('must be a number of seconds')
      .check(z.minimum(1, 'must be at least 1 second'), z.maximum(3600, 'must be at most 3600 seconds')),
  ),
  disabled: z.optional(z.boolean(flag)),
  alwaysAllow: z.optional(z.union([z.array(z.string()), z.literal('*')], `${texts}, or "*"`)),
  disabledTools: z.optional(z.array(z.string(text), texts)),
  roots: z.optional(z.boolean(flag)),
  sampling: z.optional(z.enum(['ask', 'deny'], 'must be "ask" or "deny"')),
  instructions: z.optional(z.boolean(flag)),
  description: z.optional(z.string(text)),
};

export const configEntrySchema = z.looseObject(fields, 'must be an object');
export type ServerEntry = z.infer<typeof configEntrySchema>;

/** Paths of the keys of an entry that this version does not know. */
export function unknownKeys(entry: ServerEntry): (readonly string[])[] {
  const unknown = Object.keys(entry).filter((key) => !(key in fields));
  const inOAuth = Object.keys(entry.oauth ?? {}).filter((key) => !(key in oauthFields));
  return [...unknown.map((key) => [key]), ...inOAuth.map((key) => ['oauth', key])];
}

/** Known keys of an entry that mean nothing to a server of its transport. */
export function keysWithoutEffect(entry: ServerEntry, transport: 'stdio' | 'http' | 'sse' | 'ws'): string[] {
  const ofOthers =
    transport === 'stdio' ? (['headers', 'headersHelper', 'oauth'] as const) : (['args', 'env', 'envFile'] as const);
  return ofOthers.filter((key) => entry[key] !== undefined);
}

/** `['args', 1]` as `args[1]`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
