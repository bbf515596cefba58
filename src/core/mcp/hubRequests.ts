import type { JsonObject } from '../../shared/base/json.ts';
import { untilAborted } from '../base/untilAborted.ts';
import type { SkillDefinition } from './catalog/catalog.ts';
import type { UnnamedTool } from './catalog/catalogItems.ts';
import type { Listed } from './catalog/catalogReader.ts';
import type { ConfiguredServer } from './connection/configuredServer.ts';
import type { CompletionResult, PromptResult, ResourceReadResult, ToolCallResult } from './connection/content.ts';
import type { ServerConnection } from './connection/serverConnection.ts';
import type { CompletionQuery, ServerRequestOptions, ToolCallOptions } from './hubPort.ts';
import { McpError } from './mcpError.ts';

export interface HubRequestsOptions {
  /** The server of a name. Throws an `McpError` when there is none. */
  readonly serverOf: (name: string) => ConfiguredServer;
  /** Starts a server if it may start by itself, and waits for it. */
  readonly prepare: (server: ConfiguredServer) => Promise<void>;
}

/** One request on one connection. It may be carried out on a second one, when the session of the first was lost. */
type Send<T> = (connection: ServerConnection, timeoutMs: number) => Promise<T>;

/** A server that does not know the version it was found to speak (S26 basic/versioning). */
const unsupportedVersion = -32022;
/** Other headers are wanted than the definition asked for when it was listed (S26 transports/streamable-http). */
const headerMismatch = -32020;

/**
 * The requests to all servers: each waits for its server to be connected, and is sent once. It is sent a second time
 * only where the server said that it did nothing, and where doing it twice would do no harm:
 * - the session was lost (S25 basic/transports, "Session Management"; servers restart): a new one is begun, the lists are
 *   read anew, and what only reads is repeated; a tool only if it calls itself read-only or idempotent. These hints
 *   decide about repeating and never about consent, and a tool that is another one after the restart is not called;
 * - the headers of a call did not fit: the tools are listed anew and the call is sent with the headers they ask for.
 */
export class HubRequests {
  readonly #options: HubRequestsOptions;

  constructor(options: HubRequestsOptions) {
    this.#options = options;
  }

  async callTool(server: string, tool: string, args: JsonObject, options: ToolCallOptions): Promise<ToolCallResult> {
    if (this.#options.serverOf(server).definition.disabledTools.includes(tool)) {
      throw new McpError(
        'disabled',
        server,
        `The tool "${tool}" of "${server}" is disabled. Take it out of "disabledTools" to use it.`,
      );
    }
    let called: UnnamedTool | undefined;
    const listed = async (connection: ServerConnection): Promise<UnnamedTool | undefined> => {
      // What was called before the session was lost; else what the call was decided on, if that is said.
      const wanted: Wanted = { server, kind: 'tool', name: tool, signal: options.signal };
      const found = await requireListed(connection, () => connection.lists.tools, wanted);
      const expected = called?.hash ?? options.definitionHash;
      if (expected !== undefined && found?.hash !== expected) throw changed(server, tool);
      return (called = found);
    };
    const send: Send<ToolCallResult> = async (connection, timeoutMs) => {
      const call = async (): Promise<ToolCallResult> => {
        const definition = await listed(connection);
        return connection.requests.callTool(tool, args, { ...options, timeoutMs }, definition);
      };
      return call().catch(async (error: unknown) => {
        if (!hasCode(error, headerMismatch)) throw error;
        await whileWanted(connection.relist('tools'), { server, signal: options.signal });
        // It did nothing by the old definition, and may be called by the new one, unless that was decided upon.
        called = undefined;
        return call();
      });
    };
    return this.#send(server, options.signal, send, () => isRepeatable(called));
  }

  readResource(server: string, uri: string, options: ServerRequestOptions): Promise<ResourceReadResult> {
    return this.#send(server, options.signal, ({ requests }, timeoutMs) =>
      requests.readResource(uri, { ...options, timeoutMs }),
    );
  }

  readSkill(skill: SkillDefinition, options: ServerRequestOptions): Promise<string> {
    return this.#send(skill.server, options.signal, ({ requests }, timeoutMs) =>
      requests.readSkill(skill, { ...options, timeoutMs }),
    );
  }

  getPrompt(
    server: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    options: ServerRequestOptions,
  ): Promise<PromptResult> {
    return this.#send(server, options.signal, async (connection, timeoutMs) => {
      const wanted: Wanted = { server, kind: 'prompt', name: prompt, signal: options.signal };
      await requireListed(connection, () => connection.lists.prompts, wanted);
      return connection.requests.getPrompt(prompt, args, { ...options, timeoutMs });
    });
  }

  complete(server: string, query: CompletionQuery, options: ServerRequestOptions): Promise<CompletionResult> {
    return this.#send(server, options.signal, ({ requests }, timeoutMs) =>
      requests.complete(query, { ...options, timeoutMs }),
    );
  }

  /** Subscribes to a resource, now and at each connection to come, until it is unsubscribed from. */
  async subscribeResource(server: string, uri: string): Promise<void> {
    await this.#send(server, undefined, async ({ state, requests }, timeoutMs) => {
      if (state.status === 'connected' && !state.identity.declares.subscriptions) {
        throw new McpError('protocol', server, `"${server}" does not report changes of its resources.`);
      }
      await requests.subscribe(uri, timeoutMs);
    });
    this.#options.serverOf(server).keepSubscription(uri, true);
  }

  /** Ends a subscription. A server that is not connected need not be told. */
  async unsubscribeResource(name: string, uri: string): Promise<void> {
    const server = this.#options.serverOf(name);
    server.keepSubscription(uri, false);
    if (server.state.status !== 'connected') return;
    await server.usableConnection().requests.unsubscribe(uri, server.definition.timeoutMs);
  }

  /** `mayRepeat` is asked after a request whose session was lost: what was sent may not be sent again without harm. */
  async #send<T>(
    name: string,
    signal: AbortSignal | undefined,
    send: Send<T>,
    mayRepeat: () => boolean = () => true,
  ): Promise<T> {
    const { serverOf, prepare } = this.#options;
    const server = serverOf(name);
    await whileWanted(prepare(server), { server: name, signal });
    const connection = server.usableConnection();
    try {
      return await send(connection, server.definition.timeoutMs);
    } catch (error) {
      if (hasCode(error, unsupportedVersion)) server.forgetVerdict();
      if (!(error instanceof McpError) || error.code !== 'session_lost') throw error;
    }
    await whileWanted(server.renew(connection), { server: name, signal });
    if (!mayRepeat()) throw notRepeated(name);
    return send(server.usableConnection(), server.definition.timeoutMs);
  }
}

/** What a request is for, by the name that its server lists it under. */
interface Wanted {
  readonly server: string;
  readonly kind: 'tool' | 'prompt';
  readonly name: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * The listed definition. Refuses what a server does not list; gives nothing where its list is known to be incomplete.
 * Servers themselves answer that in many ways.
 */
async function requireListed<T extends { readonly name: string }>(
  connection: ServerConnection,
  list: () => Listed<T>,
  { server, kind, name, signal }: Wanted,
): Promise<T | undefined> {
  const find = (): T | undefined => list().items.find((item) => item.name === name);
  const found = find();
  if (found) return found;
  // It may be in a list that was announced as changed a moment ago.
  await whileWanted(connection.settle(), { server, signal });
  const { items, warnings } = list();
  const foundNow = find();
  if (foundNow || warnings.some(({ code }) => code !== 'tool_skipped')) return foundNow;
  const skipped = warnings.map(({ message }) => message);
  const names = items.map((item) => item.name).join(', ');
  const known = names === '' ? `It has no ${kind}s.` : `Its ${kind}s are: ${names}.`;
  throw new McpError('not_found', server, [`"${server}" has no ${kind} "${name}".`, known, ...skipped].join(' '));
}

function isRepeatable(tool: UnnamedTool | undefined): boolean {
  return tool?.annotations?.readOnlyHint === true || tool?.annotations?.idempotentHint === true;
}

function changed(server: string, tool: string): McpError {
  const message = `The definition of "${tool}" on "${server}" changed since the call was decided, so nothing was run.`;
  return new McpError('changed', server, message);
}

function notRepeated(server: string): McpError {
  return new McpError(
    'server_gone',
    server,
    `"${server}" was restarted or forgot the session, and a new one was begun. Whether the call was carried out is not ` +
      `certain, and it was not repeated, because the tool does not say that it may be.`,
  );
}

/** Waits for what precedes a request. Throws an `McpError` as soon as the request is cancelled; the work goes on. */
async function whileWanted(
  work: Promise<unknown>,
  { server, signal }: { readonly server: string; readonly signal: AbortSignal | undefined },
): Promise<void> {
  await untilAborted(work, signal);
  if (signal?.aborted) throw new McpError('aborted', server, `The request to "${server}" was cancelled.`);
}

function hasCode(error: unknown, rpcCode: number): boolean {
  return error instanceof McpError && error.rpcCode === rpcCode;
}
