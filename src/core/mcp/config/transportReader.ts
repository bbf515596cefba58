import { resolve } from 'node:path';
import { secretsOfArguments } from './argumentSecrets.ts';
import { ConfigError } from './configError.ts';
import type { ServerEntry } from './configEntry.ts';
import { readOAuthSettings } from './oauthSettings.ts';
import { readHeaders, readUrl } from './remoteAddress.ts';
import { isSecretName } from './secretNames.ts';
import type {
  HttpTransportDefinition,
  StdioTransportDefinition,
  TransportDefinition,
  UnusableTransportDefinition,
  WebSocketTransportDefinition,
} from './serverDefinition.ts';
import { transportTypeOf } from './transportType.ts';
import { expandTree } from './variables.ts';
import type { VariableScope } from './variables.ts';

/** What the transport of an entry is read with. */
export interface TransportContext {
  readonly name: string;
  readonly entry: ServerEntry;
  /** Working directory where none is written, and what a relative one is resolved against. */
  readonly folder: string;
  /** Variables of the `envFile`; those of `env` win over them. */
  readonly envFile: Readonly<Record<string, string>>;
  readonly variables: VariableScope;
}

export interface TransportReading {
  readonly transport: Exclude<TransportDefinition, UnusableTransportDefinition>;
  /** Values that must not appear in logs. */
  readonly secrets: readonly string[];
}

/** Expands what an entry starts or reaches. Throws a `ConfigError` where it is wrong or a variable has no value. */
export function readTransport(context: TransportContext): TransportReading {
  const secrets: string[] = [];
  const variables: VariableScope = {
    ...context.variables,
    variable: (name) => {
      const value = context.variables.variable(name);
      if (value !== undefined && isSecretName(name)) secrets.push(value);
      return value;
    },
  };
  const reading = transportOf({ ...context, variables });
  return { transport: reading, secrets: [...new Set([...secrets, ...secretsOf(reading)])] };
}

/** The working directory of a program that the entry names. Absolute. */
export function workingDirectory({ entry, folder, variables }: Omit<TransportContext, 'envFile'>): string {
  return resolve(folder, expandTree(entry.cwd ?? '.', variables, 'cwd'));
}

function transportOf(context: TransportContext): TransportReading['transport'] {
  const { name, entry } = context;
  const type = transportTypeOf(entry);
  switch (type) {
    case 'unknown':
      throw invalid(`"${name}" has neither "command" nor "url". Add one of them.`);
    case 'stdio':
      if (entry.command === undefined) throw invalid(`"${name}" is a stdio server without "command". Add it.`, 'type');
      if (entry.url !== undefined) throw both(name, 'url');
      return stdioTransport(context, entry.command);
    case 'http':
    case 'sse':
    case 'ws':
      if (entry.url === undefined)
        throw invalid(`"${name}" is a server of type ${type} without "url". Add it.`, 'type');
      if (entry.command !== undefined) throw both(name, 'command');
      return type === 'ws' ? webSocketTransport(context, entry.url) : httpTransport(context, type, entry.url);
  }
}

function stdioTransport(context: TransportContext, command: string): StdioTransportDefinition {
  const { name, entry, envFile, variables } = context;
  return {
    type: 'stdio',
    command: expandTree(command, variables, 'command'),
    args: expandTree(entry.args ?? [], variables, 'args'),
    env: {
      ...requireVariables(name, envFile, () => 'envFile'),
      ...requireVariables(name, expandTree(entry.env ?? {}, variables, 'env'), (variable) => `env.${variable}`),
    },
    cwd: workingDirectory(context),
  };
}

/** Variables that a process can be given: the system ends names at the first "=", and both at a NUL. */
function requireVariables(
  server: string,
  values: Readonly<Record<string, string>>,
  fieldOf: (variable: string) => string,
): Readonly<Record<string, string>> {
  for (const [variable, value] of Object.entries(values)) {
    if (variable !== '' && !/[=\0]/u.test(variable) && !value.includes('\0')) continue;
    const field = fieldOf(variable);
    throw invalid(
      `${JSON.stringify(field)} of "${server}" sets ${JSON.stringify(variable)}, which no process can be given: a name ` +
        'must not be empty or hold "=" or a NUL character, nor a value the latter. Correct it.',
      field,
    );
  }
  return values;
}

function httpTransport(context: TransportContext, type: 'http' | 'sse', url: string): HttpTransportDefinition {
  const { name, entry, variables } = context;
  const helper = entry.headersHelper;
  return {
    type,
    url: readUrl(name, url, ['http:', 'https:'], variables),
    headers: readHeaders(name, entry.headers ?? {}, variables),
    ...(helper !== undefined && { headersHelper: expandTree(helper, variables, 'headersHelper') }),
    triesSse: entry.type === undefined,
    oauth: readOAuthSettings(name, entry.oauth ?? {}, variables),
    cwd: workingDirectory(context),
  };
}

function webSocketTransport({ name, entry, variables }: TransportContext, url: string): WebSocketTransportDefinition {
  for (const field of ['headers', 'headersHelper', 'oauth'] as const) {
    if (entry[field] === undefined) continue;
    throw invalid(
      `"${name}" has "${field}", but a server of type ws takes "url" only. Take it out, or use the type http.`,
      field,
    );
  }
  return { type: 'ws', url: readUrl(name, url, ['ws:', 'wss:'], variables) };
}

/** Values whose place says that they are secret. */
function secretsOf(transport: TransportReading['transport']): string[] {
  switch (transport.type) {
    case 'stdio':
      return [...namedSecrets(transport.env), ...secretsOfArguments(transport.args)];
    case 'http':
    case 'sse':
      return [...namedSecrets(transport.headers).flatMap(withoutScheme), ...secretsOfUrl(transport.url)];
    case 'ws':
      return secretsOfUrl(transport.url);
  }
}

function namedSecrets(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
}

/** `Bearer abc` is quoted as a whole by some and as `abc` by others. */
function withoutScheme(value: string): string[] {
  const [, key] = /^\w+\s+(\S+)$/u.exec(value) ?? [];
  return key === undefined ? [value] : [value, key];
}

function secretsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { password, searchParams } = new URL(text);
  return [password, ...namedSecrets(Object.fromEntries(searchParams))].filter((value) => value !== '');
}

function both(name: string, field: 'command' | 'url'): ConfigError {
  return invalid(`"${name}" has both "command" and "url". Keep one of them.`, field);
}

function invalid(message: string, field?: string): ConfigError {
  return new ConfigError('invalid_config', message, field);
}
