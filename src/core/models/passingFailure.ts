import type { ModelError, ModelErrorCode } from './modelError.ts';

const passing: ReadonlySet<ModelErrorCode> = new Set(['rate_limited', 'overloaded', 'stream_broken']);

/**
 * Whether a failure passes by itself, so that the same request may be sent again as long as nothing was answered. An
 * endpoint that cannot be reached at all is none: mostly it is not running, or written wrong.
 */
export function isPassing({ code }: ModelError): boolean {
  return passing.has(code);
}
