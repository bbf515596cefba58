import { asObject, type JsonObject } from '../../../shared/base/json.ts';
import type { ModelTool } from '../languageModel.ts';

/** A tool of a server, with its public name taken apart as well as that can be done from outside. */
export interface ServerTool {
  readonly name: string;
  readonly server: string;
  /** The part after `mcp__<server>__`. */
  readonly plainName: string;
  readonly inputSchema: JsonObject;
}

/** The tools of a round, sorted by what the demo can do with them. */
export interface OfferedTools {
  readonly serverTools: readonly ServerTool[];
  /** Names of the host's own tools when they are offered (contract §4). */
  readonly readResource: string | undefined;
  readonly listResources: string | undefined;
  /** Servers that the tools show, each once. */
  readonly servers: readonly string[];
}

export function offeredTools(tools: readonly ModelTool[]): OfferedTools {
  const serverTools = tools.flatMap(({ name, inputSchema }): ServerTool[] => {
    const [, server, plainName] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
    return server === undefined || plainName === undefined ? [] : [{ name, server, plainName, inputSchema }];
  });
  const read = tools.find(({ name }) => name === 'access_mcp_resource');
  const list = tools.find(({ name }) => name === 'list_mcp_resources');
  const named = [...choices(read, 'server_name'), ...choices(list, 'server')];
  return {
    serverTools,
    readResource: read?.name,
    listResources: list?.name,
    // Names that the host lists are exact; those in tool names may have been changed to fit.
    servers: [...new Set(named.length > 0 ? named : serverTools.map(({ server }) => server))],
  };
}

/** The choices of one of a tool's arguments, if it has a fixed set of them. */
function choices(tool: ModelTool | undefined, property: string): string[] {
  const values = asObject(asObject(tool?.inputSchema['properties'])?.[property])?.['enum'];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}
