import type { JsonValue } from '../../../shared/base/json.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import { abortable } from '../../base/abortable.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import type { CallApprover } from '../approval/callApprover.ts';
import type { ServerCalls } from '../elicitation/serverCalls.ts';
import type { ResultConverter } from '../results/resultConverter.ts';
import { readResourceNames } from './builtinNames.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { toArguments } from './callInput.ts';
import { findResourceEntry } from './resourceEntry.ts';
import type { ServerCheck } from './serverCheck.ts';
import { availableServers, checkServer, findServer } from './serverCheck.ts';
import type { RequestedCall, ToolCallContext, ToolCallOutcome } from './toolCallContext.ts';
import { failed, withNote } from './toolCallContext.ts';
import { offersResources } from './listResourcesTool.ts';

const [name] = readResourceNames;

interface ResourceAddress {
  readonly server: string;
  /** Opaque; sent byte for byte. */
  readonly uri: string;
}

/** `access_mcp_resource` (contract §4): one `resources/read` by the model's wish, with an approval of its own. */
export class ResourceTool implements BuiltinTool {
  readonly names = readResourceNames;
  readonly definition = {
    name,
    description:
      'Reads one resource of a connected MCP server and returns its content: context from outside of this ' +
      'conversation, data of specialised systems, reference documentation, live data of external services. Name the ' +
      'server and the exact URI as list_mcp_resources gives it; for a template, fill in its {…} first. To run an ' +
      'action use the tool of the server instead.',
    inputSchema: {
      type: 'object',
      properties: {
        server_name: { type: 'string', description: 'Name of the server that offers the resource.' },
        uri: { type: 'string', description: 'URI of the resource, exactly as the server lists it.' },
      },
      required: ['server_name', 'uri'],
      additionalProperties: false,
    },
  };
  readonly #hub: HubPort;
  readonly #calls: ServerCalls;
  readonly #approver: CallApprover;
  readonly #converter: ResultConverter;

  constructor(parts: { hub: HubPort; calls: ServerCalls; approver: CallApprover; converter: ResultConverter }) {
    this.#hub = parts.hub;
    this.#calls = parts.calls;
    this.#approver = parts.approver;
    this.#converter = parts.converter;
  }

  isUseful(): boolean {
    return this.#hub.servers().some(offersResources);
  }

  target(input: JsonValue): ToolTarget {
    const address = parseAddress(input);
    if (!address) return { kind: 'builtin', name };
    const server = findServer(this.#hub, address.server);
    const { uri } = address;
    if (!server) return { kind: 'resource', server: address.server, uri };
    const entry = findResourceEntry(server.catalog, uri);
    return {
      kind: 'resource',
      server: server.definition.name,
      uri,
      name: entry?.name,
      description: entry?.description,
      mimeType: entry?.mimeType,
    };
  }

  /** The order of checks is that of contract §4: nothing is asked that could not be done. */
  async run({ input, target }: RequestedCall, context: ToolCallContext): Promise<ToolCallOutcome> {
    const { signal, turnId, toolCallId } = context;
    const address = parseAddress(input);
    if (!address) {
      return failed(`${name} needs 'server_name' and 'uri', both strings. Call it again with both.`);
    }
    await abortable(this.#hub.catalogsReady(signal), signal);
    const check = this.#check(address);
    if (!check.isUsable) return failed(check.problem);
    const { definition } = check.server;
    if (target.kind === 'resource' && target.server !== definition.name) {
      return failed(`The servers changed before this call was carried out. ${availableServers(this.#hub)} Try again.`);
    }
    const approval = await this.#approver.approve({ kind: 'resource', server: definition, uri: address.uri }, context);
    if (!approval.isAllowed) return approval.outcome;
    // The person may have taken minutes; the server may be another one by now.
    const again = this.#check(address);
    if (!again.isUsable) return failed(again.problem);
    if (again.server.definition.hash !== definition.hash) {
      return failed(`The configuration of '${definition.name}' changed while the approval was open. Try again.`);
    }
    context.emit({ type: 'toolCallRunning', at: context.now(), turnId, toolCallId });
    const result = await abortable(this.#calls.readResource(definition.name, address.uri, context), signal);
    const owner = { threadId: context.threadId, server: definition.name, tool: 'read_resource' };
    const blocks = await abortable(this.#converter.resource(result.contents, owner), signal);
    return withNote({ status: 'completed', blocks }, approval.note);
  }

  #check({ server, uri }: ResourceAddress): ServerCheck {
    const check = checkServer(this.#hub, server);
    if (!check.isUsable || uri !== '') return check;
    return { isUsable: false, problem: `'uri' is empty. Name the URI of a resource as list_mcp_resources gives it.` };
  }
}

function parseAddress(input: JsonValue): ResourceAddress | undefined {
  const values = toArguments(input);
  const server = values?.['server_name'] ?? values?.['server'];
  const uri = values?.['uri'];
  return typeof server === 'string' && server !== '' && typeof uri === 'string' ? { server, uri } : undefined;
}
