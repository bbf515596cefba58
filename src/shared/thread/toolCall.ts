import type { JsonObject, JsonValue } from '../base/json.ts';
import type { ResultBlock } from './resultBlock.ts';
import type { CancelReason } from './threadEvent.ts';
import type { ToolTarget } from './toolTarget.ts';

/** Latest progress of a running call, as the server reported it. */
interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

interface Identified {
  readonly id: string;
  /** Name the model used. */
  readonly name: string;
}

interface Resolved extends Identified {
  readonly target: ToolTarget;
  readonly input: JsonValue;
  /** What the model's provider wants back with the call. */
  readonly providerMetadata?: JsonObject | undefined;
  /** Asked for by the host because a prompt named a resource of another server; the model never wrote it. */
  readonly requestedBy?: 'prompt' | undefined;
}

/** What came after the call had ended without an answer, such as by a time-out. */
interface LateResult {
  readonly at: number;
  readonly isError: boolean;
  readonly blocks: readonly ResultBlock[];
}

/**
 * One tool call, as a state machine: `streaming → ready → running → completed | failed | cancelled`. A call that is
 * `ready` and needs a person's word waits as `pendingApproval`; answered, it is `ready` again, to run or, denied, to end.
 * A resolved call can end from any state, and the end of the turn cancels what is open. The last three are final and
 * carry the one result, so call and result always pair.
 */
export type ToolCall =
  | (Identified & { readonly status: 'streaming' })
  | (Resolved & { readonly status: 'ready' })
  | (Resolved & {
      readonly status: 'pendingApproval';
      /** Why it asks, and so what would stop it asking. */
      readonly reason: string;
    })
  | (Resolved & { readonly status: 'running'; readonly startedAt: number; readonly progress?: Progress | undefined })
  | (Resolved & {
      readonly status: 'completed' | 'failed';
      readonly blocks: readonly ResultBlock[];
      readonly durationMs?: number | undefined;
      readonly late?: LateResult | undefined;
    })
  | (Resolved & {
      readonly status: 'cancelled';
      readonly reason: CancelReason;
      readonly blocks: readonly ResultBlock[];
      readonly late?: LateResult | undefined;
    });

/** Whether the call has its result. */
export function isToolCallEnded(
  call: ToolCall,
): call is Extract<ToolCall, { status: 'completed' | 'failed' | 'cancelled' }> {
  return call.status === 'completed' || call.status === 'failed' || call.status === 'cancelled';
}
