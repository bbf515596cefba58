import type { JsonValue } from '../../../shared/base/json.ts';
import type { CancelReason, ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';

/** A call as the model wrote it, and what it was shown to act on. */
export interface RequestedCall {
  readonly name: string;
  readonly input: JsonValue;
  readonly target: ToolTarget;
}

/** The call that something is done for. */
export interface ToolCallContext {
  readonly threadId: string;
  readonly turnId: string;
  readonly toolCallId: string;
  /** Aborts when the person stops the turn. */
  readonly signal: AbortSignal;
  readonly emit: (event: ThreadEvent) => void;
  /**
   * Resolves when everything emitted so far is on disk, or cannot be written at the moment. Never rejects. What may
   * change something on a server is sent only after it is known on disk to run, so that after a crash nobody takes it
   * for a call that was never made.
   */
  readonly save: () => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How a call ended: its one result. Also failures are results, since the model must read them. */
export type ToolCallOutcome =
  | { readonly status: 'completed' | 'failed'; readonly blocks: readonly ResultBlock[] }
  | { readonly status: 'cancelled'; readonly reason: CancelReason; readonly blocks: readonly ResultBlock[] };

/** A failure written for the model: what happened and what to do next. */
export function failed(text: string): ToolCallOutcome {
  return { status: 'failed', blocks: [{ type: 'text', text }] };
}

export function completed(text: string): ToolCallOutcome {
  return { status: 'completed', blocks: [{ type: 'text', text }] };
}

export const aborted: ToolCallOutcome = { status: 'cancelled', reason: 'aborted', blocks: [] };

/** Puts what the person said with the approval before the result, for the model to read. */
export function withNote(outcome: ToolCallOutcome, note: string | undefined): ToolCallOutcome {
  if (note === undefined) return outcome;
  const block: ResultBlock = { type: 'text', text: `The user allowed this call with a note: ${note}` };
  return { ...outcome, blocks: [block, ...outcome.blocks] };
}
