import { batchCall } from './batchCall.ts';
import { SpawnError } from './spawnError.ts';
import { isBatchFile, windowsProgram } from './windowsProgram.ts';

/** A program to be started. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What `spawn` is to be given for it. */
export interface SpawnCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the arguments are quoted already. */
  readonly windowsVerbatimArguments?: true;
}

/**
 * How to start a program on Windows: its file is looked for here, and `cmd.exe` runs batch files. Rejects with a
 * `SpawnError` when there is no such program, or it cannot be given these arguments.
 */
export async function windowsSpawnCall(
  { command, args, env, cwd }: ProgramCall,
  find: typeof windowsProgram = windowsProgram,
): Promise<SpawnCall> {
  const file = await find(command, env, cwd);
  if (file === undefined) throw new SpawnError('ENOENT', command);
  return isBatchFile(file) ? batchCall(file, args, env['COMSPEC']) : { command: file, args };
}
