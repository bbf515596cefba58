import { ConfigEditError } from '../../core/mcp/config/configEditError.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';

/** Throws the error on; where a name is taken, with what to type to have it all the same. */
export function withReplaceAdvice(cause: unknown): never {
  if (!(cause instanceof ConfigEditError) || cause.code !== 'exists') throw cause;
  throw new CommandError(exitCode.failed, `${cause.message} To replace it, add --replace.`, { cause });
}
