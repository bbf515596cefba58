import { isDeepStrictEqual } from 'node:util';
import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import { abortable } from '../../base/abortable.ts';
import type { Logger } from '../../base/logger.ts';
import { headOf } from '../../base/headOf.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import type { CallApprover } from '../approval/callApprover.ts';
import type { ToolCallResult } from '../../mcp/connection/content.ts';
import type { ServerCalls } from '../elicitation/serverCalls.ts';
import type { ResultConverter } from '../results/resultConverter.ts';
import type { ArgumentValidator } from './argumentValidator.ts';
import { notAnObject, toArguments } from './callInput.ts';
import { recordLateResult } from './lateResult.ts';
import type { RequestedCall, ToolCallContext, ToolCallOutcome } from './toolCallContext.ts';
import { failed, withNote } from './toolCallContext.ts';
import type { FoundTool } from './toolLookup.ts';
import { findTool } from './toolLookup.ts';

/** Length of a description in the conversation; the whole one is in the catalog. */
const descriptionChars = 1_000;

/** Length of what a server says with one sign of progress. */
const progressChars = 4_000;

export interface ServerToolRunnerParts {
  readonly hub: HubPort;
  readonly calls: ServerCalls;
  readonly approver: CallApprover;
  readonly converter: ResultConverter;
  readonly validator: ArgumentValidator;
  readonly logger: Logger;
}

/** Carries out calls of servers' own tools. */
export class ServerToolRunner {
  readonly #parts: ServerToolRunnerParts;

  constructor(parts: ServerToolRunnerParts) {
    this.#parts = parts;
  }

  /** Validates, asks, checks again and calls. May reject with an `McpError`, or an `AbortError` on abort. */
  async run(found: FoundTool, { input, target }: RequestedCall, context: ToolCallContext): Promise<ToolCallOutcome> {
    const { hub, calls, approver, converter, validator, logger } = this.#parts;
    const { signal, turnId, toolCallId } = context;
    const { server, tool } = found;
    // Calls of a round wait for each other: what the person will be shown must still be what the server offers.
    if (!isDeepStrictEqual(toolTarget(found), target)) return failed(changedText(tool.publicName));
    const values = toArguments(input);
    if (!values) return failed(notAnObject(input));
    const problems = await validator.problems(tool.inputSchema, values);
    if (problems !== undefined) {
      return failed(
        `The arguments do not fit the tool's input schema, so nothing was run:\n${problems}\nCorrect them and call the tool again.`,
      );
    }
    const approval = await approver.approve({ kind: 'tool', server: server.definition, tool }, context);
    if (!approval.isAllowed) return approval.outcome;
    // The person may have taken minutes: what was allowed must still be what is called.
    const again = findTool(hub, tool.publicName);
    if (again?.tool.hash !== tool.hash || again.server.definition.hash !== server.definition.hash) {
      return failed(changedText(tool.publicName));
    }
    context.emit({ type: 'toolCallRunning', at: context.now(), turnId, toolCallId });
    await abortable(context.save(), signal);
    const owner = { threadId: context.threadId, server: tool.server, tool: tool.name };
    const toBlocks = (result: ToolCallResult): Promise<ResultBlock[]> =>
      converter.toolResult(result, owner, tool.outputSchema);
    const call = calls.callTool(tool, values, context, {
      // The tool may be known from the last connection, and another one by now.
      definitionHash: tool.hash,
      onProgress: ({ progress, total, message: words }) => {
        const message = words === undefined ? undefined : headOf(words, progressChars);
        context.emit({ type: 'toolCallProgress', at: context.now(), turnId, toolCallId, progress, total, message });
      },
      onLateResult: (late) => void recordLateResult(late, { context, toBlocks, logger }),
    });
    const result = await abortable(call, signal);
    const blocks = await abortable(toBlocks(result), signal);
    return withNote({ status: result.isError ? 'failed' : 'completed', blocks }, approval.note);
  }
}

function changedText(publicName: string): string {
  return `The tool '${publicName}' changed or went away before the call was sent, so nothing was run. Look at the tools you have now.`;
}

/** What the conversation keeps of a tool, for the dialog and the card of the call. */
export function toolTarget({ tool }: FoundTool): ToolTarget {
  const { server, name, title, description, annotations } = tool;
  const head = description === undefined ? undefined : headOf(description, descriptionChars);
  return { kind: 'tool', server, tool: name, title, description: head, annotations };
}
