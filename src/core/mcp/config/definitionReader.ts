import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { canonicalHash } from './canonicalHash.ts';
import { ConfigError } from './configError.ts';
import { configEntrySchema, fieldPath, unknownKeys } from './configEntry.ts';
import type { ServerEntry } from './configEntry.ts';
import type { ConfigEntry } from './configFile.ts';
import type { ConfigIssue } from './configIssue.ts';
import type { ConnectionFailure } from '../connection/connectionState.ts';
import { isSecretName } from './secretNames.ts';
import type {
  ServerDefinition,
  ServerScope,
  TransportDefinition,
  UnusableTransportDefinition,
} from './serverDefinition.ts';
import { nameProblem } from './serverName.ts';
import { expandTree } from './variables.ts';
import type { VariableScope } from './variables.ts';

/** What an entry is read with. */
export interface DefinitionContext {
  readonly scope: ServerScope;
  readonly file: string;
  /** Working directory where none is written, and what relative paths are resolved against. */
  readonly folder: string;
  readonly variables: VariableScope;
  readonly defaultTimeoutMs: number;
}

/** A definition with what only the hub needs of it. */
export interface ReadDefinition {
  readonly definition: ServerDefinition;
  /** Why it cannot start. Such a definition is listed all the same. */
  readonly problem: ConnectionFailure | undefined;
  /** Values that must not appear in logs. */
  readonly secrets: readonly string[];
}

export interface DefinitionReading {
  /** Missing only where the name itself is not valid. */
  readonly read: ReadDefinition | undefined;
  readonly issues: readonly ConfigIssue[];
}

/** Judges one entry of a configuration file, whatever the others are like (contract §3). Never rejects. */
export async function readDefinition(entry: ConfigEntry, context: DefinitionContext): Promise<DefinitionReading> {
  const { name } = entry;
  const { file } = context;
  const badName = nameProblem(name);
  if (badName !== undefined) {
    const issue = { code: 'invalid_name', file, line: entry.line, server: name, message: badName } as const;
    return { read: undefined, issues: [{ ...issue, severity: 'error' }] };
  }

  const parsed = z.safeParse(configEntrySchema, entry.value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }): ConfigIssue => {
      const field = fieldPath(path);
      const line = entry.lineOf(path.filter((part) => typeof part !== 'symbol'));
      const text = `${field === '' ? `"${name}"` : `"${field}" of "${name}"`} ${message}.`;
      return { code: 'invalid_config', file, line, server: name, field, message: text, severity: 'error' };
    });
    return { read: unusable(entry, context, issues[0]), issues };
  }

  const issues = unknownKeys(parsed.data).map((key): ConfigIssue => {
    const message = `"${name}" has the key "${key}", which is not known and has no effect.`;
    return {
      code: 'invalid_config',
      file,
      line: entry.lineOf([key]),
      server: name,
      field: key,
      message,
      severity: 'warning',
    };
  });
  try {
    return { read: await usable(entry, parsed.data, context), issues };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { code, message, field } = error;
    const line = entry.lineOf(field === undefined ? [] : pathOfField(field));
    const issue: ConfigIssue = { code, file, line, server: name, field, message, severity: 'error' };
    return { read: unusable(entry, context, issue, parsed.data), issues: [...issues, issue] };
  }
}

async function usable(entry: ConfigEntry, written: ServerEntry, context: DefinitionContext): Promise<ReadDefinition> {
  const secrets: string[] = [];
  const variables: VariableScope = {
    ...context.variables,
    variable: (name) => {
      const value = context.variables.variable(name);
      if (value !== undefined && isSecretName(name)) secrets.push(value);
      return value;
    },
  };
  const transportType = typeOf(written);
  if (transportType === 'unknown') {
    throw new ConfigError('invalid_config', `"${entry.name}" has neither "command" nor "url". Add one of them.`);
  }
  if (transportType !== 'stdio') {
    throw new ConfigError(
      'invalid_config',
      `"${entry.name}" uses the transport ${transportType}, which is not available in this version: only servers ` +
        `that are started with "command" (stdio) connect.`,
      written.type === undefined ? 'url' : 'type',
    );
  }
  if (written.command === undefined) {
    throw new ConfigError('invalid_config', `"${entry.name}" is a stdio server without "command". Add it.`, 'type');
  }
  if (written.url !== undefined) {
    throw new ConfigError('invalid_config', `"${entry.name}" has both "command" and "url". Keep one of them.`, 'url');
  }
  const cwd = resolve(context.folder, expandTree(written.cwd ?? '.', variables, 'cwd'));
  const transport = {
    type: 'stdio' as const,
    command: expandTree(written.command, variables, 'command'),
    args: expandTree(written.args ?? [], variables, 'args'),
    env: { ...(await envFileOf(written, cwd, variables)), ...expandTree(written.env ?? {}, variables, 'env') },
    cwd,
  };
  for (const [name, value] of Object.entries(transport.env)) if (isSecretName(name)) secrets.push(value);
  return {
    definition: definitionOf(entry, written, context, transport),
    problem: undefined,
    secrets,
  };
}

/** Values of the `envFile`; those of `env` win over them. */
async function envFileOf(entry: ServerEntry, cwd: string, variables: VariableScope): Promise<Record<string, string>> {
  if (entry.envFile === undefined) return {};
  const file = resolve(cwd, expandTree(entry.envFile, variables, 'envFile'));
  try {
    return { ...parseEnv(await readFile(file, 'utf8')) } as Record<string, string>;
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError('invalid_config', `The file of "envFile" cannot be read: ${message}. Create it.`, 'envFile');
  }
}

function unusable(
  entry: ConfigEntry,
  context: DefinitionContext,
  issue: ConfigIssue | undefined,
  written: ServerEntry = {},
): ReadDefinition {
  const code = issue?.code === 'missing_env' ? 'missing_env' : 'invalid_config';
  const where = issue ? ` (${issue.file}:${issue.line})` : '';
  return {
    definition: definitionOf(entry, written, context, { type: 'unusable', written: typeOf(written) }),
    problem: { code, message: `${issue?.message ?? 'The definition is not valid.'}${where}` },
    secrets: [],
  };
}

function definitionOf(
  entry: ConfigEntry,
  written: ServerEntry,
  context: DefinitionContext,
  transport: TransportDefinition,
): ServerDefinition {
  const alwaysAllow = written.alwaysAllow ?? [];
  return {
    name: entry.name,
    scope: context.scope,
    source: { file: context.file, line: entry.line },
    transport,
    isDisabled: written.disabled ?? false,
    timeoutMs: written.timeout === undefined ? context.defaultTimeoutMs : written.timeout * 1000,
    alwaysAllow: typeof alwaysAllow === 'string' ? [alwaysAllow] : alwaysAllow,
    disabledTools: written.disabledTools ?? [],
    usesInstructions: written.instructions ?? true,
    givesRoots: written.roots ?? false,
    sampling: written.sampling ?? 'ask',
    description: written.description,
    overrides: [],
    hash: canonicalHash({ entry: entry.value, transport }),
    raw: isRecord(entry.value) ? { ...entry.value } : {},
  };
}

function typeOf(entry: ServerEntry): UnusableTransportDefinition['written'] {
  switch (entry.type) {
    case 'stdio':
    case 'sse':
    case 'ws':
      return entry.type;
    case 'http':
    case 'streamable-http':
    case 'streamableHttp':
      return 'http';
    case undefined:
      if (entry.command !== undefined) return 'stdio';
      return entry.url === undefined ? 'unknown' : 'http';
  }
}

/** `args[1]` as `['args', 1]`. */
function pathOfField(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([part, index]) =>
    index === undefined ? part : Number(index),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
