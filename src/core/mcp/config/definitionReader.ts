import * as z from 'zod/mini';
import { asObject } from '../../../shared/base/json.ts';
import { canonicalHash } from './canonicalHash.ts';
import { ConfigError } from './configError.ts';
import { configEntrySchema, fieldPath, keysWithoutEffect, unknownKeys } from './configEntry.ts';
import type { ServerEntry } from './configEntry.ts';
import type { ConfigEntry } from './configFile.ts';
import type { ConfigIssue } from './configIssue.ts';
import type { ConnectionFailure } from '../connection/connectionState.ts';
import { envFileOf, readEnvFile } from './envFile.ts';
import type { InputDefinition } from './inputPrompt.ts';
import type { ServerDefinition, ServerScope, TransportDefinition } from './serverDefinition.ts';
import { isSetAnyway } from './ownedHeaders.ts';
import { nameProblem } from './serverName.ts';
import { readTransport } from './transportReader.ts';
import type { TransportContext, TransportReading } from './transportReader.ts';
import { transportTypeOf } from './transportType.ts';
import type { VariableScope } from './variables.ts';

/** What an entry is read with. */
export interface DefinitionContext {
  readonly scope: ServerScope;
  readonly file: string;
  /** Working directory where none is written, and what relative paths are resolved against. */
  readonly folder: string;
  readonly variables: Omit<VariableScope, 'input' | 'areInputsOpen'>;
  /** The inputs that the file defines, by id. */
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  readonly defaultTimeoutMs: number;
}

/** A definition with what only the hub needs of it. */
export interface ReadDefinition {
  readonly definition: ServerDefinition;
  /** Why it cannot start. Such a definition is listed all the same. */
  readonly problem: ConnectionFailure | undefined;
  /** Values that must not appear in logs. */
  readonly secrets: readonly string[];
  /** Absolute path of its `envFile`, also when that is not there: a change of it is one of the definition. */
  readonly envFile: string | undefined;
  /** What a person is asked for before it starts. In `definition` they stand as written, `${input:id}`. */
  readonly inputs: readonly InputDefinition[];
  /**
   * What is started with values for all `inputs`, by id. Throws a `ConfigError` where a value does not do; undefined
   * for a definition with a problem.
   */
  readonly complete: ((values: ReadonlyMap<string, string>) => TransportReading) | undefined;
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

  const issues = warningsOf(entry, parsed.data, file);
  const inputs = new Map<string, InputDefinition>();
  const place = { name, entry: parsed.data, folder: context.folder, variables: openVariables(context, inputs) };
  let envFile: string | undefined;
  try {
    envFile = envFileOf(place);
    const ofFile = envFile === undefined ? {} : await readEnvFile(envFile, context.scope);
    return { read: { ...usable(entry, { ...place, envFile: ofFile }, context, inputs), envFile }, issues };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { code, message, field } = error;
    const line = entry.lineOf(field === undefined ? [] : pathOfField(field));
    const issue: ConfigIssue = { code, file, line, server: name, field, message, severity: 'error' };
    return { read: { ...unusable(entry, context, issue, parsed.data), envFile }, issues: [...issues, issue] };
  }
}

/** What has no effect is most likely not what the person meant. */
function warningsOf(entry: ConfigEntry, written: ServerEntry, file: string): ConfigIssue[] {
  const { name } = entry;
  const warn = (path: readonly string[], what: string): ConfigIssue => {
    const field = fieldPath(path);
    const message = `"${name}" has the key "${field}", which ${what} and has no effect.`;
    const line = entry.lineOf([...path]);
    return { code: 'invalid_config', file, line, server: name, field, message, severity: 'warning' };
  };
  const unknown = unknownKeys(written).map((path) => warn(path, 'is not known'));
  const type = transportTypeOf(written);
  if (type === 'unknown') return unknown;
  const idle = keysWithoutEffect(written, type).map((key) => warn([key], `is not for a server of type ${type}`));
  const setAnyway = Object.keys(written.headers ?? {}).filter(isSetAnyway);
  if (type === 'stdio' || type === 'ws') return [...unknown, ...idle];
  return [...unknown, ...idle, ...setAnyway.map((header) => warn(['headers', header], 'is set by the protocol'))];
}

/** Variables with the inputs as they are written; which ones there are is noted. */
function openVariables(context: DefinitionContext, inputs: Map<string, InputDefinition>): VariableScope {
  const input = (id: string): string => {
    inputs.set(id, definedInput(id, context));
    return `\${input:${id}}`;
  };
  return { ...context.variables, input, areInputsOpen: true };
}

function usable(
  entry: ConfigEntry,
  place: TransportContext,
  context: DefinitionContext,
  inputs: ReadonlyMap<string, InputDefinition>,
): Omit<ReadDefinition, 'envFile'> {
  const { transport, secrets } = readTransport(place);
  const asked = [...inputs.values()];
  return {
    definition: definitionOf(entry, place.entry, context, transport, asked),
    problem: undefined,
    secrets,
    inputs: asked,
    complete: (values) => {
      const input = (id: string): string => values.get(id) ?? place.variables.input(id);
      return readTransport({ ...place, variables: { ...place.variables, input, areInputsOpen: false } });
    },
  };
}

function definedInput(id: string, { inputs, file }: DefinitionContext): InputDefinition {
  const input = inputs.get(id);
  if (input) return input;
  throw new ConfigError(
    'invalid_config',
    `\${input:${id}} is not defined: ${file} has no sound entry with the id "${id}" in "inputs". Add it there.`,
  );
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
    definition: definitionOf(entry, written, context, { type: 'unusable', written: transportTypeOf(written) }),
    problem: { code, message: `${issue?.message ?? 'The definition is not valid.'}${where}` },
    secrets: [],
    envFile: undefined,
    inputs: [],
    complete: undefined,
  };
}

function definitionOf(
  entry: ConfigEntry,
  written: ServerEntry,
  context: DefinitionContext,
  transport: TransportDefinition,
  inputs: readonly InputDefinition[] = [],
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
    // With what may be given for an input, though not with what is: a default or a choice can be a command, too.
    hash: canonicalHash({ entry: entry.value, transport, ...(inputs.length > 0 && { inputs }) }),
    raw: { ...asObject(entry.value) },
  };
}

/** `args[1]` as `['args', 1]`. The names of variables and headers may hold anything. */
function pathOfField(field: string): (string | number)[] {
  const [, record, name] = /^(env|headers)\.(.*)$/su.exec(field) ?? [];
  if (record !== undefined && name !== undefined) return [record, name];
  return [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([part, index]) =>
    index === undefined ? part : Number(index),
  );
}
