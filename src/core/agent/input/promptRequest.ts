import { readResourceNames } from '../tools/builtinNames.ts';
import type { ToolCallContext, ToolCallOutcome } from '../tools/toolCallContext.ts';
import type { ToolDispatcher } from '../tools/toolDispatcher.ts';

/** The turn that a prompt's text asks something for. */
export interface PromptRequestContext extends Omit<ToolCallContext, 'toolCallId'> {
  readonly newId: () => string;
}

const [name] = readResourceNames;

/**
 * Asks for a resource that a server's prompt names of another server, as the model would ask: by the rules, the mode and
 * the person, who sees it as a call of its own. The model never wrote that call and does not read it.
 */
export async function requestForPrompt(
  dispatcher: Pick<ToolDispatcher, 'target' | 'run'>,
  resource: { readonly server: string; readonly uri: string },
  { newId, ...context }: PromptRequestContext,
): Promise<ToolCallOutcome> {
  const { now, turnId, emit } = context;
  const toolCallId = newId();
  const input = { server_name: resource.server, uri: resource.uri };
  const call = { name, input, target: dispatcher.target(name, input) };
  emit({ type: 'toolCallReady', at: now(), turnId, toolCallId, ...call, requestedBy: 'prompt' });
  const outcome = await dispatcher.run(call, { ...context, toolCallId });
  const { blocks, ...end } = outcome;
  emit({ type: 'toolCallEnded', at: now(), turnId, toolCallId, ...end, blocks: [...blocks] });
  return outcome;
}
