import MiniSearch from 'minisearch';
import type { JsonValue } from '../../../shared/base/json.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import type { HubPort, ServerSnapshot } from '../../mcp/hubPort.ts';
import { listResourcesNames } from './builtinNames.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { notAnObject, toArguments } from './callInput.ts';
import type { ListedResource } from './resourceList.ts';
import { formatResourceList, listedResources } from './resourceList.ts';
import { availableServers, checkServer } from './serverCheck.ts';
import type { RequestedCall, ToolCallContext, ToolCallOutcome } from './toolCallContext.ts';
import { completed, failed } from './toolCallContext.ts';

const [name] = listResourcesNames;

/** Whether a server that can be asked declares resources and has at least one resource or template (contract §4). */
export function offersResources({ identity, catalog }: ServerSnapshot): boolean {
  if (!identity?.declares.resources) return false;
  return catalog.resources.length > 0 || catalog.resourceTemplates.length > 0;
}

/** `list_mcp_resources` (contract §4): what there is to read, from the kept-fresh catalog. Listing never asks. */
export class ListResourcesTool implements BuiltinTool {
  readonly names = listResourcesNames;
  readonly definition = {
    name,
    description:
      'Lists the resources and resource templates that connected MCP servers offer, one a line: server | URI | name | ' +
      'type, with a short description. Reads nothing; use access_mcp_resource to read one.',
    inputSchema: {
      type: 'object',
      properties: {
        server: { type: 'string', description: 'Only the resources of this server.' },
        query: { type: 'string', description: 'Only resources with these words in URI, name, type or description.' },
      },
      additionalProperties: false,
    },
  };
  readonly #hub: HubPort;

  constructor(hub: HubPort) {
    this.#hub = hub;
  }

  isUseful(): boolean {
    return this.#hub.servers().some(offersResources);
  }

  target(): ToolTarget {
    return { kind: 'builtin', name };
  }

  run({ input }: RequestedCall, context: ToolCallContext): Promise<ToolCallOutcome> {
    const { turnId, toolCallId } = context;
    context.emit({ type: 'toolCallRunning', at: context.now(), turnId, toolCallId });
    return Promise.resolve(this.#list(input));
  }

  #list(input: JsonValue): ToolCallOutcome {
    const values = toArguments(input);
    if (!values) return failed(notAnObject(input));
    const server = textOf(values['server'] ?? values['server_name']);
    const query = textOf(values['query']);
    let servers: readonly ServerSnapshot[] = this.#hub.servers();
    if (server !== undefined) {
      const check = checkServer(this.#hub, server);
      if (!check.isUsable) return failed(check.problem);
      servers = [check.server];
    }
    const all = servers.flatMap(listedResources);
    const found = query === undefined ? all : matching(all, query);
    if (found.length > 0) return completed(formatResourceList(found));
    if (all.length > 0) return completed(`None of the ${all.length} resources and templates matches this query.`);
    const where = server === undefined ? 'No connected server offers resources' : `'${server}' offers no resources`;
    return completed(`${where}; servers may still have tools. ${availableServers(this.#hub)}`);
  }
}

/** Those that have every word somewhere, in the order of the list; else those that come close, the closest first. */
function matching(all: readonly ListedResource[], query: string): ListedResource[] {
  const words = query.toLowerCase().split(/\s+/);
  const exact = all.filter((resource) => {
    const text = searchedText(resource).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (exact.length > 0) return exact;
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  });
  index.addAll(all.map((resource, id) => ({ id, text: searchedText(resource) })));
  return index.search(query).flatMap(({ id }) => all[id as number] ?? []);
}

function searchedText({ uri, name: entryName, mimeType, description }: ListedResource): string {
  return [uri, entryName, mimeType, description].join('\n');
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
