import { firstFew } from '../../../shared/base/firstFew.ts';
import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { ThreadEvent, ThreadEventOf } from '../../../shared/thread/threadEvent.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import { McpError } from '../../mcp/mcpError.ts';
import type { ServerCalls } from '../elicitation/serverCalls.ts';
import type { ResultConverter } from '../results/resultConverter.ts';
import type { ResolveContext } from './resolveContext.ts';

/** A resource to attach, and why. */
export interface MaterialRequest {
  readonly server: string;
  readonly uri: string;
  readonly origin: ThreadEventOf<'materialAttached'>['origin'];
}

/** What was read of a resource. */
interface ReadMaterial {
  readonly blocks: readonly ResultBlock[];
  readonly mimeType: string | undefined;
}

type Reading = ReadMaterial | { readonly failure: unknown };

export interface MaterialReaderParts {
  readonly hub: HubPort;
  readonly calls: ServerCalls;
  readonly converter: ResultConverter;
  readonly maxChars: () => number;
}

/** Reads resources that a person or a prompt named and says what became of each. */
export class MaterialReader {
  readonly #hub: HubPort;
  readonly #calls: ServerCalls;
  readonly #converter: ResultConverter;
  readonly #maxChars: () => number;

  constructor({ hub, calls, converter, maxChars }: MaterialReaderParts) {
    this.#hub = hub;
    this.#calls = calls;
    this.#converter = converter;
    this.#maxChars = maxChars;
  }

  /**
   * Gives one event per distinct resource, in the order of the requests: `materialAttached`, or the `warning`
   * `mention_failed`. One `resources/read` each, all at the same time. Ends early when the signal aborts.
   */
  async *attach(requests: readonly MaterialRequest[], context: ResolveContext): AsyncGenerator<ThreadEvent> {
    const distinct = requests.filter(
      ({ server, uri }, index) => requests.findIndex((other) => other.server === server && other.uri === uri) === index,
    );
    const readings = distinct.map((request) => ({ request, reading: this.#read(request, context) }));
    for (const { request, reading } of readings) {
      const result = await reading;
      if (context.signal.aborted) return;
      yield 'failure' in result ? failed(request, result.failure, context) : this.attached(request, result, context);
    }
  }

  /** Never rejects: a later reading may fail while an earlier one is still awaited. */
  async #read({ server, uri }: MaterialRequest, context: ResolveContext): Promise<Reading> {
    try {
      if (!this.#hub.server(server)) throw this.#unknownServer(server);
      const { contents } = await this.#calls.readResource(server, uri, context);
      const owner = { threadId: context.threadId, server, tool: 'read_resource' };
      const blocks = await this.#converter.material(contents, owner, this.#maxChars());
      return { blocks, mimeType: contents[0]?.mimeType };
    } catch (failure) {
      return { failure };
    }
  }

  /** The event of a resource that has been read. */
  attached(
    request: MaterialRequest,
    reading: ReadMaterial,
    context: ResolveContext,
  ): ThreadEventOf<'materialAttached'> {
    const { server, uri, origin } = request;
    const known = this.#hub.server(server)?.catalog.resources.find((resource) => resource.uri === uri);
    const blocks = [...reading.blocks];
    return {
      type: 'materialAttached',
      at: context.now(),
      turnId: context.turnId,
      materialId: context.newId(),
      origin,
      server,
      uri,
      name: known?.title ?? known?.name,
      mimeType: reading.mimeType ?? known?.mimeType,
      chars: blocks.reduce((sum, block) => sum + charsOf(block), 0),
      blocks,
    };
  }

  #unknownServer(server: string): McpError {
    const names = this.#hub.servers().map(({ definition }) => definition.name);
    const list = names.length > 0 ? `Configured servers: ${firstFew(names)}.` : 'No server is configured.';
    return new McpError('unknown_server', server, `There is no server "${server}". ${list}`);
  }
}

function failed({ server, uri }: MaterialRequest, failure: unknown, { now, turnId }: ResolveContext): ThreadEvent {
  if (!(failure instanceof McpError)) throw failure;
  const message = `${JSON.stringify(uri)} of "${server}" was not attached. ${failure.message}`;
  return { type: 'warning', at: now(), turnId, warning: { code: 'mention_failed', server, message } };
}

/** Length of what a model reads of a block; its heading is the host's. */
function charsOf(block: ResultBlock): number {
  if (block.type === 'artifact') return block.excerpt?.length ?? 0;
  return 'text' in block ? block.text.length : 0;
}
