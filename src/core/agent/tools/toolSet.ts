import { enabledTools } from '../../mcp/catalog/enabledTools.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import type { ThreadState } from '../../../shared/thread/threadState.ts';
import type { LanguageModel, ModelTool } from '../../models/languageModel.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { offeredTools } from './offeredTool.ts';
import { offeredSignIns, toModelTool } from './signInOffer.ts';
import { offerTools } from './toolOffer.ts';

/** What the tools of a round depend on, besides the servers. */
export interface ToolSetContext {
  readonly builtins: readonly BuiltinTool[];
  readonly search: BuiltinTool;
  readonly model: Pick<LanguageModel, 'schemaDialect' | 'contextWindow'>;
  /** The thread as it is at the moment. */
  readonly conversation: ThreadState;
}

/**
 * The tools of one round: the built-in ones that can do something, then the sign-ins, then those of the connected servers
 * in the order of configuration and catalog, or, where these are too many, the search for them and those that the
 * conversation knows. The same servers give the same list, which keeps providers' caches warm.
 */
export async function toolSet(hub: HubPort, context: ToolSetContext): Promise<ModelTool[]> {
  const { builtins, search, model, conversation } = context;
  const own = await usefulTools(builtins, conversation.id);
  const signIns = offeredSignIns(hub).map(toModelTool);
  const ofServers = hub.servers().flatMap((server) => offeredTools(server, model.schemaDialect));
  const { tools, isPartial } = offerTools(ofServers, own.length + signIns.length, model, conversation);
  return isPartial ? [...own, search.definition, ...signIns, ...tools] : [...own, ...tools, ...signIns];
}

/** Names of all tools that a call may name at this moment. */
export async function callableNames(
  hub: HubPort,
  builtins: readonly BuiltinTool[],
  threadId: string,
): Promise<string[]> {
  const own = await usefulTools(builtins, threadId);
  const ofServers = hub.servers().flatMap(enabledTools);
  const named = [...ofServers, ...offeredSignIns(hub)];
  return [...own.map(({ name }) => name), ...named.map(({ publicName }) => publicName)];
}

async function usefulTools(builtins: readonly BuiltinTool[], threadId: string): Promise<ModelTool[]> {
  const tools: ModelTool[] = [];
  for (const builtin of builtins) {
    // A tool that cannot tell, since the disk fails, is left out: the others and the turn go on.
    const isUseful = await Promise.resolve(builtin.isUseful(threadId)).catch(() => false);
    if (isUseful) tools.push(builtin.definition);
  }
  return tools;
}
