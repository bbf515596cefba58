/** A program cannot be started, found out before the system was asked to. Of the form of the system's own errors. */
export class SpawnError extends Error {
  override readonly name = 'SpawnError';
  readonly code: 'ENOENT' | 'EINVAL';
  readonly syscall: string;

  constructor(code: 'ENOENT' | 'EINVAL', command: string, message = `spawn ${command} ${code}`) {
    super(message);
    this.code = code;
    this.syscall = `spawn ${command}`;
  }
}

/** Whether a process could not even be started, with the system's reason as `code`. */
export function isSpawnError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn');
}
