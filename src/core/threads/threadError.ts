/**
 * `not_found` no such thread; `newer_version` written by a newer Patchbay; `unreadable` the file cannot be read; `locked`
 * another window or command, or another part of this one, has it open to write.
 */
export type ThreadErrorCode = 'not_found' | 'newer_version' | 'unreadable' | 'locked';

/** A stored conversation cannot be opened, changed or deleted. The message says what happened and what to do. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly code: ThreadErrorCode;

  constructor(code: ThreadErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, { cause: options?.cause });
    this.code = code;
  }
}
