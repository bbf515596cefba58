import type { ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import type { ToolCallOutcome } from '../tools/toolCallContext.ts';
import type { Mention } from './inputPlan.ts';

/** The turn that input is resolved for. Time and ids come from outside, so that events are reproducible. */
export interface ResolveContext {
  readonly threadId: string;
  readonly turnId: string;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Tells the thread of what servers ask meanwhile. */
  readonly emit: (event: ThreadEvent) => void;
  /**
   * Asks for a resource that a server's prompt names of another server, by all that decides about calls of the model,
   * and reads it. The thread is told as of any call. Never rejects.
   */
  readonly request: (resource: Mention) => Promise<ToolCallOutcome>;
}
