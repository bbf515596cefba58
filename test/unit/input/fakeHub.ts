import { Emitter } from '../../../src/shared/base/emitter.ts';
import { emptyCatalog } from '../../../src/core/mcp/catalog.ts';
import type { Catalog, PromptArgumentDefinition, PromptDefinition } from '../../../src/core/mcp/catalog.ts';
import type { ConnectionState } from '../../../src/core/mcp/connectionState.ts';
import type { PromptResult, ResourceContents, ResourceReadResult } from '../../../src/core/mcp/content.ts';
import type { HubPort, ServerRequestOptions, ServerSnapshot } from '../../../src/core/mcp/hubPort.ts';
import { McpError } from '../../../src/core/mcp/mcpError.ts';
import type { ServerDefinition } from '../../../src/core/mcp/serverDefinition.ts';

const connected: ConnectionState = {
  status: 'connected',
  identity: {
    name: 'fake',
    version: '1',
    protocolVersion: '2025-11-25',
    era: 'legacy',
    declares: { tools: true, resources: true, prompts: true, completions: false },
  },
};

function aDefinition(name: string): ServerDefinition {
  return {
    name,
    scope: 'user',
    source: { file: '/home/mcp.json', line: 1 },
    transport: { type: 'stdio', command: 'serve', args: [], env: {}, cwd: '/' },
    isDisabled: false,
    timeoutMs: 60_000,
    alwaysAllow: [],
    disabledTools: [],
    usesInstructions: true,
    overrides: [],
    hash: name,
    raw: {},
  };
}

/** A prompt; `arguments` are names, with `?` after an optional one. */
export function aPrompt(server: string, name: string, ...args: string[]): PromptDefinition {
  const declared = args.map((argument): PromptArgumentDefinition => ({
    name: argument.replace(/\?$/, ''),
    isRequired: !argument.endsWith('?'),
  }));
  return { server, name, arguments: declared, raw: {} };
}

type Reading = ResourceContents | McpError | Promise<ResourceContents>;

/** A hub with some servers that answers from tables, and counts what it is asked. */
export class FakeHub implements HubPort {
  readonly onDidChange = new Emitter<void>().event;
  readonly onDidLog = new Emitter<{ readonly server: string; readonly line: string }>().event;
  /** Every request, as `method server what`. */
  readonly requests: string[] = [];
  /** Keyed by `server uri`. */
  readonly contents = new Map<string, Reading>();
  /** Keyed by `server prompt`. */
  readonly promptResults = new Map<string, PromptResult | McpError>();
  readonly #servers = new Map<string, ServerSnapshot>();

  add(name: string, catalog: Partial<Catalog> = {}, state: ConnectionState = connected): void {
    this.#servers.set(name, { definition: aDefinition(name), state, catalog: { ...emptyCatalog, ...catalog } });
  }

  servers(): readonly ServerSnapshot[] {
    return [...this.#servers.values()];
  }

  server(name: string): ServerSnapshot | undefined {
    return this.#servers.get(name);
  }

  async readResource(server: string, uri: string, options?: ServerRequestOptions): Promise<ResourceReadResult> {
    this.requests.push(`resources/read ${server} ${uri}`);
    const contents = await Promise.race([this.contents.get(`${server} ${uri}`), aborted(server, options?.signal)]);
    if (contents instanceof McpError) throw contents;
    if (!contents) throw new McpError('not_found', server, `The resource "${uri}" was not found. Check its URI.`);
    return { contents: [contents], raw: null };
  }

  getPrompt(
    server: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    options?: ServerRequestOptions,
  ): Promise<PromptResult> {
    this.requests.push(`prompts/get ${server} ${prompt} ${JSON.stringify(args)}`);
    if (options?.signal?.aborted) return Promise.reject(new McpError('aborted', server, 'Stopped.'));
    const result = this.promptResults.get(`${server} ${prompt}`);
    if (result instanceof McpError) return Promise.reject(result);
    if (result) return Promise.resolve(result);
    return Promise.reject(new McpError('not_found', server, `The prompt "${prompt}" was not found.`));
  }

  configIssues(): never[] {
    return [];
  }

  toolByPublicName(): undefined {
    return undefined;
  }

  ready(): Promise<void> {
    return this.#refuse('ready');
  }

  connect(): Promise<never> {
    return this.#refuse('connect');
  }

  disconnect(): Promise<void> {
    return this.#refuse('disconnect');
  }

  logTail(): string[] {
    return [];
  }

  callTool(): Promise<never> {
    return this.#refuse('tools/call');
  }

  complete(): Promise<never> {
    return this.#refuse('completion/complete');
  }

  #refuse(method: string): Promise<never> {
    this.requests.push(method);
    return Promise.reject(new Error(`Input resolution must not use ${method}`));
  }
}

/** Rejects when the signal aborts; never resolves. */
function aborted(server: string, signal: AbortSignal | undefined): Promise<undefined> | Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new McpError('aborted', server, 'Stopped.'));
    if (signal?.aborted) fail();
    signal?.addEventListener('abort', fail, { once: true });
  });
}
