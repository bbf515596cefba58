import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './configError.ts';
import { workingDirectory } from './transportReader.ts';
import type { TransportContext } from './transportReader.ts';
import { transportTypeOf } from './transportType.ts';
import { expandTree, refersToInput } from './variables.ts';

/**
 * Where the file of `envFile` is, for a server that is a program and has one. Throws a `ConfigError` where that cannot
 * be told.
 */
export function envFileOf(context: Omit<TransportContext, 'envFile'>): string | undefined {
  const { entry, variables } = context;
  if (entry.envFile === undefined || transportTypeOf(entry) !== 'stdio') return undefined;
  if (refersToInput(`${entry.envFile}${entry.cwd ?? ''}`))
    throw invalid('The place of "envFile" cannot depend on an input. Write it out.');
  return resolve(workingDirectory(context), expandTree(entry.envFile, variables, 'envFile'));
}

/** What an `envFile` sets. Rejects with a `ConfigError` when it cannot be read. */
export async function readEnvFile(file: string): Promise<Record<string, string>> {
  try {
    return { ...parseEnv(await readFile(file, 'utf8')) } as Record<string, string>;
  } catch (error) {
    const { message } = error as Error;
    throw invalid(`The file of "envFile" cannot be read: ${message}. Create it.`);
  }
}

function invalid(message: string): ConfigError {
  return new ConfigError('invalid_config', message, 'envFile');
}
