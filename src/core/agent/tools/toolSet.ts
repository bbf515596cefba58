import type { ToolDefinition } from '../../mcp/catalog/catalog.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import type { ModelTool } from '../../models/languageModel.ts';
import { headOf } from '../results/textLimits.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { enabledTools } from './toolLookup.ts';

/** Contract §4. */
const descriptionChars = 4_000;

/**
 * The tools of one round: the built-in ones that can do something, then those of the connected servers in the order of
 * configuration and catalog. The same servers give the same list, which keeps providers' caches warm.
 */
export async function toolSet(hub: HubPort, builtins: readonly BuiltinTool[], threadId: string): Promise<ModelTool[]> {
  const tools: ModelTool[] = [];
  for (const builtin of builtins) {
    // A tool that cannot tell, since the disk fails, is left out: the others and the turn go on.
    const isUseful = await Promise.resolve(builtin.isUseful(threadId)).catch(() => false);
    if (isUseful) tools.push(builtin.definition);
  }
  return [...tools, ...hub.servers().flatMap(enabledTools).map(toModelTool)];
}

function toModelTool({ publicName, name, server, description, inputSchema }: ToolDefinition): ModelTool {
  const text = description?.trim() || `The tool '${name}' of the MCP server '${server}'.`;
  return { name: publicName, description: headOf(text, descriptionChars), inputSchema };
}
