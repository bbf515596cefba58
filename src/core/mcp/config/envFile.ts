import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './configError.ts';
import { workingDirectory } from './transportReader.ts';
import type { TransportContext } from './transportReader.ts';
import { transportTypeOf } from './transportType.ts';
import { expandTree, refersToInput } from './variables.ts';

/** What the file of `envFile` sets, for a server that is a program. Rejects with a `ConfigError` when it cannot be read. */
export async function readEnvFile(context: Omit<TransportContext, 'envFile'>): Promise<Record<string, string>> {
  const { entry, variables } = context;
  if (entry.envFile === undefined || transportTypeOf(entry) !== 'stdio') return {};
  if (refersToInput(`${entry.envFile}${entry.cwd ?? ''}`)) {
    throw new ConfigError(
      'invalid_config',
      'The place of "envFile" cannot depend on an input. Write it out.',
      'envFile',
    );
  }
  const file = resolve(workingDirectory(context), expandTree(entry.envFile, variables, 'envFile'));
  try {
    return { ...parseEnv(await readFile(file, 'utf8')) } as Record<string, string>;
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError('invalid_config', `The file of "envFile" cannot be read: ${message}. Create it.`, 'envFile');
  }
}
