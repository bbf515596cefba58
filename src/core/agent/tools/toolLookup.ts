import type { ToolDefinition } from '../../mcp/catalog/catalog.ts';
import { enabledTools } from '../../mcp/catalog/enabledTools.ts';
import type { HubPort, ServerSnapshot } from '../../mcp/hubPort.ts';
import { normalized } from './serverCheck.ts';
import type { OfferedSignIn } from './signInOffer.ts';
import { signIns } from './signInOffer.ts';

/** A tool of a connected server, with its server at that moment. */
export interface FoundTool {
  readonly kind: 'tool';
  readonly publicName: string;
  readonly server: ServerSnapshot;
  readonly tool: ToolDefinition;
}

/**
 * What a model means by a name: the tool of a server, or the sign-in to one, of exactly this public name; else the only
 * one that differs from it in hyphens, underscores or case, since models rewrite names.
 */
export function findNamed(hub: HubPort, name: string): FoundTool | OfferedSignIn | undefined {
  const all = [...hub.servers().flatMap(foundTools), ...signIns(hub)];
  const exact = all.find(({ publicName }) => publicName === name);
  if (exact) return exact;
  const similar = all.filter(({ publicName }) => normalized(publicName) === normalized(name));
  return similar.length === 1 ? similar[0] : undefined;
}

/** The tool that a model means by a name, if it is a tool. */
export function findTool(hub: HubPort, name: string): FoundTool | undefined {
  const found = findNamed(hub, name);
  return found?.kind === 'tool' ? found : undefined;
}

function foundTools(server: ServerSnapshot): FoundTool[] {
  return enabledTools(server).map((tool) => ({ kind: 'tool', publicName: tool.publicName, server, tool }));
}
