import type { ModelError, ModelErrorCode } from './modelError.ts';
import { isClosedConnection } from './networkFailure.ts';

const passing: ReadonlySet<ModelErrorCode> = new Set(['rate_limited', 'overloaded', 'stream_broken']);

/**
 * Whether a failure passes by itself, so that the same request may be sent again as long as nothing was answered. An
 * endpoint that took the connection and closed it is there and may be busy; one that cannot be reached at all is mostly
 * not running, or written wrong.
 */
export function isPassing({ code, cause }: ModelError): boolean {
  return passing.has(code) || (code === 'unreachable' && isClosedConnection(cause));
}
