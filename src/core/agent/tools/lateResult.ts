import { messageOf } from '../../../shared/base/messageOf.ts';
import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ToolCallResult } from '../../mcp/connection/content.ts';
import { McpError } from '../../mcp/mcpError.ts';
import type { ToolCallContext } from './toolCallContext.ts';

interface LateResultOptions {
  /** Of the call, which has its result; its turn may be over. */
  readonly context: ToolCallContext;
  readonly toBlocks: (result: ToolCallResult) => Promise<ResultBlock[]>;
  readonly logger: Logger;
}

/** Notes with a call what came after its time limit. Never rejects. */
export async function recordLateResult(late: ToolCallResult | McpError, options: LateResultOptions): Promise<void> {
  const { context, toBlocks, logger } = options;
  const { turnId, toolCallId } = context;
  const isFailure = late instanceof McpError;
  try {
    const blocks: ResultBlock[] = isFailure ? [{ type: 'text', text: late.message }] : await toBlocks(late);
    const isError = isFailure || late.isError;
    context.emit({ type: 'lateResultArrived', at: context.now(), turnId, toolCallId, isError, blocks });
  } catch (error) {
    logger.error(`A late result could not be kept: ${messageOf(error)}`, error);
  }
}
