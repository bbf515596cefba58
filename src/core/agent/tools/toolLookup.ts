import type { ToolDefinition } from '../../mcp/catalog/catalog.ts';
import { enabledTools } from '../../mcp/catalog/enabledTools.ts';
import type { HubPort, ServerSnapshot } from '../../mcp/hubPort.ts';
import { normalized } from './serverCheck.ts';

/** A tool of a connected server, with its server at that moment. */
export interface FoundTool {
  readonly server: ServerSnapshot;
  readonly tool: ToolDefinition;
}

/**
 * The tool that a model means by a name: the one of exactly this public name; else the only one that differs from it
 * in hyphens, underscores or case, since models rewrite names.
 */
export function findTool(hub: HubPort, name: string): FoundTool | undefined {
  const all = hub.servers().flatMap((server) => enabledTools(server).map((tool): FoundTool => ({ server, tool })));
  const exact = all.find(({ tool }) => tool.publicName === name);
  if (exact) return exact;
  const similar = all.filter(({ tool }) => normalized(tool.publicName) === normalized(name));
  return similar.length === 1 ? similar[0] : undefined;
}
