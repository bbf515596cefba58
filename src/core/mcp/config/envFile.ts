import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './configError.ts';
import type { ServerScope } from './serverDefinition.ts';
import { readSourceText } from './sourceText.ts';
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

/** What an `envFile` sets that a definition of this scope names. Rejects with a `ConfigError` when it cannot be read. */
export async function readEnvFile(file: string, scope: ServerScope): Promise<Record<string, string>> {
  try {
    return { ...parseEnv(await readSourceText(file, scope)) } as Record<string, string>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice = code === 'ENOENT' ? 'Create it.' : 'Correct "envFile", or make the file readable.';
    throw invalid(`The file of "envFile" cannot be read: ${message}. ${advice}`);
  }
}

function invalid(message: string): ConfigError {
  return new ConfigError('invalid_config', message, 'envFile');
}
