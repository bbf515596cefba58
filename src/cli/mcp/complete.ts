import type { CompletionQuery } from '../../core/mcp/hubPort.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { visibleLine } from '../visibleText.ts';
import { runRequest } from './request.ts';
import type { RequestOptions } from './request.ts';

export type CompletionKind = 'prompt' | 'template';

export interface CompleteOptions extends RequestOptions {
  /** Arguments that are chosen already. */
  readonly context?: Readonly<Record<string, string>> | undefined;
}

/** What is to be completed, as typed. */
export interface TypedCompletion {
  readonly kind: CompletionKind;
  /** Name of a prompt, or URI of a template. */
  readonly ref: string;
  readonly argument: string;
  readonly value: string;
}

/** `mcp complete NAME (prompt|template) REF ARG VALUE`: the values that the server proposes, a line each. */
export function runCompletion(
  name: string,
  { kind, ref, argument, value }: TypedCompletion,
  options: CompleteOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const query: CompletionQuery = {
    ref: kind === 'prompt' ? { type: kind, name: ref } : { type: kind, uri: ref },
    argument,
    value,
    context: options.context ?? {},
  };
  return runRequest(name, options, context, async (hub) => {
    const { values, hasMore, raw } = await hub.complete(name, query, { signal: context.signal });
    if (hasMore) context.terminal.note(`patchbay: "${name}" has more values than these; type more of it.`);
    return { raw, text: values.map((it) => `${visibleLine(it)}\n`).join(''), code: exitCode.done };
  });
}
