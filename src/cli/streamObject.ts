import type { JsonValue } from '../shared/base/json.ts';
import type { ApprovalDecider } from '../shared/thread/approval.ts';
import type { ElicitationAction, Question } from '../shared/thread/elicitation.ts';
import type { Artifact } from '../shared/thread/resultBlock.ts';
import type { TurnError, Usage, Warning } from '../shared/thread/threadEvent.ts';

/** Why something is not there: a code for programs, a message for a person. */
export type Failure = TurnError;

/** A server's state in words of the command line's JSON, which separates words by underscores throughout. */
export type ServerStatusWord =
  'connected' | 'connecting' | 'disconnected' | 'disabled' | 'needs_approval' | 'needs_auth' | 'failed';

/** How much a server offers. */
export interface ServerCounts {
  readonly tools: number;
  readonly resources: number;
  readonly templates: number;
  readonly prompts: number;
}

/** One server of an `mcp_status`. */
export interface ServerStatusObject extends ServerCounts {
  readonly name: string;
  readonly status: ServerStatusWord;
  readonly protocolVersion?: string | undefined;
  readonly error?: Failure | undefined;
}

/** How the conversation ended; always the last object. `text` is the answer, also an unfinished one. */
export interface ResultObject {
  readonly type: 'result';
  readonly status: 'completed' | 'failed' | 'cancelled' | 'max_rounds';
  readonly text: string;
  readonly error?: Failure | undefined;
}

/** One line of `--output-format stream-json` (contract §8). All output formats are made from these. */
export type StreamObject =
  | { readonly type: 'session'; readonly id: string }
  | { readonly type: 'mcp_status'; readonly servers: readonly ServerStatusObject[] }
  | ({ readonly type: 'warning' } & Readonly<Warning>)
  | { readonly type: 'attached'; readonly server: string; readonly uri: string; readonly chars: number }
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  | {
      readonly type: 'tool_call';
      readonly id: string;
      /** The name the model used. */
      readonly name: string;
      readonly server?: string | undefined;
      /** The server's own name of the tool, or the name of the built-in one. */
      readonly tool: string;
      readonly input: JsonValue;
    }
  | {
      readonly type: 'approval';
      readonly toolCallId: string;
      readonly decision: 'allowed' | 'denied';
      readonly by: ApprovalDecider;
    }
  | {
      readonly type: 'progress';
      readonly toolCallId: string;
      readonly progress: number;
      readonly total?: number | undefined;
      readonly message?: string | undefined;
    }
  | {
      readonly type: 'tool_result';
      readonly toolCallId: string;
      readonly isError: boolean;
      /** As the model got it. */
      readonly text: string;
      readonly artifacts: readonly Artifact[];
    }
  | {
      readonly type: 'elicitation';
      readonly server: string;
      readonly mode: Question['mode'];
      readonly action: ElicitationAction;
    }
  | ({ readonly type: 'usage' } & Readonly<Usage>)
  | ResultObject;

export type StreamObjectOf<T extends StreamObject['type']> = Extract<StreamObject, { type: T }>;

/** Takes the objects of a conversation in order, the `result` last. */
export type OutputWriter = (object: StreamObject) => void;
