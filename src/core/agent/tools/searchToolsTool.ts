import MiniSearch from 'minisearch';
import type { JsonValue } from '../../../shared/base/json.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import { asObject } from '../../../shared/base/json.ts';
import { headOf } from '../../base/headOf.ts';
import type { ToolDefinition } from '../../mcp/catalog/catalog.ts';
import { enabledTools } from '../../mcp/catalog/enabledTools.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import { searchToolsNames } from './builtinNames.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { notAnObject, toArguments } from './callInput.ts';
import { availableServers, checkServer } from './serverCheck.ts';
import type { RequestedCall, ToolCallContext, ToolCallOutcome } from './toolCallContext.ts';
import { completed, failed } from './toolCallContext.ts';

const [name] = searchToolsNames;
const mostFound = 10;
const descriptionChars = 200;

/**
 * `search_mcp_tools`: finds tools of servers where there are too many for all of them to be defined in each request. What
 * it finds is offered from the next round on. Searching never asks, and reaches no server.
 */
export class SearchToolsTool implements BuiltinTool {
  readonly names = searchToolsNames;
  readonly definition = {
    name,
    description:
      'Finds tools of the connected MCP servers. There are too many to define all of them here: search for what you ' +
      'want to do before you say that it cannot be done. The tools that are found can be called afterwards.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words for what the tool should do.' },
        server: { type: 'string', description: 'Only the tools of this server.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
  };
  readonly #hub: HubPort;

  constructor(hub: HubPort) {
    this.#hub = hub;
  }

  /** Whether it is offered depends on the room that the definitions take. */
  isUseful(): boolean {
    return false;
  }

  target(): ToolTarget {
    return { kind: 'builtin', name };
  }

  run({ input }: RequestedCall, context: ToolCallContext): Promise<ToolCallOutcome> {
    const { turnId, toolCallId } = context;
    context.emit({ type: 'toolCallRunning', at: context.now(), turnId, toolCallId });
    return Promise.resolve(this.#search(input));
  }

  #search(input: JsonValue): ToolCallOutcome {
    const values = toArguments(input);
    if (!values) return failed(notAnObject(input));
    const { query, server } = values;
    if (typeof query !== 'string' || query.trim() === '') {
      return failed(`${name} needs 'query', words for what the tool should do. Call it again with them.`);
    }
    let servers = this.#hub.servers();
    if (typeof server === 'string' && server.trim() !== '') {
      const check = checkServer(this.#hub, server.trim());
      if (!check.isUsable) return failed(check.problem);
      servers = [check.server];
    }
    const tools = servers.flatMap(enabledTools);
    const found = search(tools, query);
    if (found.length === 0) {
      return completed(
        `None of the ${tools.length} tools fits these words. Try others. ${availableServers(this.#hub)}`,
      );
    }
    const lines = found.map(({ publicName, server: of, description = '' }) => {
      const said = headOf(description.replace(/\s+/g, ' ').trim(), descriptionChars);
      return `${publicName} | ${of} | ${said}`;
    });
    return completed(
      `Found, and callable from now on (name | server | what the server says of it):\n${lines.join('\n')}`,
    );
  }
}

/** Names of the tools that an answer of this tool has found, in its order. */
export function foundNames(answer: string): string[] {
  return [...answer.matchAll(/^(mcp__\w+) \| /gm)].map(([, publicName = '']) => publicName);
}

/** The best first. Words count as beginnings, and may have a slip. */
function search(tools: readonly ToolDefinition[], query: string): ToolDefinition[] {
  const index = new MiniSearch<{ id: number; name: string; server: string; text: string }>({
    fields: ['name', 'server', 'text'],
    // Names are written in many ways: `create_issue`, `createIssue`, `create-issue`.
    tokenize: (text) =>
      text
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== ''),
    searchOptions: { boost: { name: 3, server: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(
    tools.map((tool, id) => ({
      id,
      name: `${tool.name} ${tool.title ?? ''}`,
      server: tool.server,
      text: `${tool.description ?? ''} ${Object.keys(asObject(tool.inputSchema['properties']) ?? {}).join(' ')}`,
    })),
  );
  return index
    .search(query)
    .slice(0, mostFound)
    .flatMap(({ id }) => tools[id as number] ?? []);
}
