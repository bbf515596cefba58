import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { whileLocked } from '../../base/lockedFile.ts';
import type { SignInContext } from './signInContext.ts';
import { SignInError } from './signInError.ts';

/**
 * Works on the sign-in to a server while no other process of this person does. Rejects with a `SignInError` when another
 * one takes too long, or with what the work rejects with.
 */
export async function withProcessLock<T>(context: SignInContext, work: () => Promise<T>): Promise<T> {
  const { home, store, server, logger } = context;
  const folder = join(home, 'locks');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, createHash('sha256').update(store.key).digest('hex').slice(0, 32));
  try {
    return await whileLocked(file, logger, work);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error;
    throw new SignInError(
      'unreachable',
      `Another window or command works on the sign-in to "${server}" and does not finish. Try again in a moment.`,
      { cause: error },
    );
  }
}
