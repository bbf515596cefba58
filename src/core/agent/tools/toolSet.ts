import { enabledTools } from '../../mcp/catalog/enabledTools.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import type { ModelTool } from '../../models/languageModel.ts';
import type { SchemaDialect } from '../../models/schema/schemaDialect.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { offeredTools } from './offeredTool.ts';
import { offeredSignIns, toModelTool } from './signInOffer.ts';

/**
 * The tools of one round: the built-in ones that can do something, then those of the connected servers in the order of
 * configuration and catalog, then the sign-ins. The same servers give the same list, which keeps providers' caches warm.
 */
export async function toolSet(
  hub: HubPort,
  builtins: readonly BuiltinTool[],
  threadId: string,
  dialect: SchemaDialect,
): Promise<ModelTool[]> {
  const own = await usefulTools(builtins, threadId);
  const ofServers = hub.servers().flatMap((server) => offeredTools(server, dialect));
  return [...own, ...ofServers, ...offeredSignIns(hub).map(toModelTool)];
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
