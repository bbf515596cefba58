import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import type { JsonObject } from '../../../src/shared/base/json.ts';
import type { Answer, RemoteRequest } from '../remote/remoteServer.ts';

type Params = Readonly<Record<string, unknown>>;

/** A tool of the session server. Each answers with its own name. */
export interface SessionTool {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: JsonObject;
}

/**
 * A server of the 2025 protocol over HTTP with sessions, written out by hand: a test says when it forgets its sessions,
 * what it announces, and how long it thinks.
 */
export class SessionServer {
  tools: readonly SessionTool[] = [
    { name: 'look', annotations: { readOnlyHint: true } },
    { name: 'put', annotations: { idempotentHint: true } },
    { name: 'add' },
  ];
  /** Awaited before each handshake is answered. */
  beforeHandshake: () => Promise<void> = () => Promise.resolve();
  /** Awaited before each tool call is answered, after it was carried out. */
  beforeResult: () => Promise<void> = () => Promise.resolve();
  /** Whether it says by itself what changes: a stream that clients may open. */
  hasStream = true;
  /** Calls of tools that were carried out. */
  readonly carriedOut: string[] = [];
  /** Levels that were asked for. */
  readonly logLevels: unknown[] = [];
  readonly subscriptions = new Set<unknown>();
  readonly #asked = new Emitter<void>();
  /** Fires when a subscription, a level of logs or a stream was asked for. */
  readonly onDidAsk = this.#asked.event;
  readonly #sessions = new Map<string, ServerResponse | undefined>();

  /** Clients that listen. */
  get streams(): number {
    return [...this.#sessions.values()].filter((stream) => stream).length;
  }

  readonly answer: Answer = async (request, response) => {
    const { method, headers, message } = request;
    if (message?.method === 'initialize') return this.#initialize(request, response);
    const session = String(headers['mcp-session-id'] ?? '');
    if (message?.method === 'server/discover') return this.#send(response, message.id, undefined);
    if (!this.#sessions.has(session)) return void response.writeHead(404).end('Session not found');
    if (method === 'GET') return this.#stream(session, response);
    if (method === 'DELETE') this.#sessions.delete(session);
    if (message?.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    const result = await this.#result(message.method, (message.params ?? {}) as Params);
    this.#send(response, message.id, result);
  };

  /** As a restart does: what was begun before is not known any more. */
  forgetSessions(): void {
    for (const stream of this.#sessions.values()) stream?.end();
    this.#sessions.clear();
    this.subscriptions.clear();
  }

  /** Tells all clients that listen. */
  announce(method: string, params: JsonObject = {}): void {
    const event = `data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`;
    for (const stream of this.#sessions.values()) stream?.write(event);
  }

  async #initialize({ message }: RemoteRequest, response: ServerResponse): Promise<void> {
    await this.beforeHandshake();
    const session = randomUUID();
    this.#sessions.set(session, undefined);
    response.setHeader('mcp-session-id', session);
    this.#send(response, message?.id, {
      protocolVersion: '2025-11-25',
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: {},
        logging: {},
      },
      serverInfo: { name: 'sessions', version: '1.0.0' },
      instructions: 'Look before you add.',
    });
  }

  async #result(method: string, params: Params): Promise<object | undefined> {
    switch (method) {
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: this.tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })) };
      case 'resources/list':
        return { resources: [{ uri: 'note://one', name: 'One' }] };
      case 'resources/templates/list':
        return { resourceTemplates: [] };
      case 'prompts/list':
        return { prompts: [{ name: 'greet' }] };
      case 'tools/call': {
        const name = String(params['name']);
        this.carriedOut.push(name);
        await this.beforeResult();
        return { content: [{ type: 'text', text: name }] };
      }
      case 'resources/read':
        return { contents: [{ uri: params['uri'], text: 'a note' }] };
      case 'prompts/get':
        return { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] };
      case 'resources/subscribe':
        this.subscriptions.add(params['uri']);
        this.#asked.fire();
        return {};
      case 'resources/unsubscribe':
        this.subscriptions.delete(params['uri']);
        return {};
      case 'logging/setLevel':
        this.logLevels.push(params['level']);
        this.#asked.fire();
        return {};
      default:
        return undefined;
    }
  }

  #stream(session: string, response: ServerResponse): void {
    if (!this.hasStream) return void response.writeHead(405).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    this.#sessions.set(session, response);
    this.#asked.fire();
    response.on('close', () => {
      if (this.#sessions.get(session) === response) this.#sessions.set(session, undefined);
    });
  }

  /** Sends a result, or without one that the method is not known. */
  #send(response: ServerResponse, id: unknown, result: object | undefined): void {
    const outcome = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  }
}
