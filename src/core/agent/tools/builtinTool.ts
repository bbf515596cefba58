import type { JsonValue } from '../../../shared/base/json.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import type { ModelTool } from '../../models/languageModel.ts';
import type { RequestedCall, ToolCallContext, ToolCallOutcome } from './toolCallContext.ts';

/** One of Patchbay's own tools. */
export interface BuiltinTool {
  /** Every name that models use for it; the first is the one offered. */
  readonly names: readonly string[];
  readonly definition: ModelTool;
  /** Whether it can do anything at this moment; otherwise it is not offered. */
  isUseful(threadId: string): boolean | Promise<boolean>;
  /** What the call acts on, as far as its input says. */
  target(input: JsonValue): ToolTarget;
  /** Carries the call out. May reject with an `McpError`, or an `AbortError` when the signal aborts. */
  run(call: RequestedCall, context: ToolCallContext): Promise<ToolCallOutcome>;
}
