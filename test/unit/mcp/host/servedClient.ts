import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { HostHandlers } from '../../../../src/core/mcp/host/hostHandlers.ts';
import { OpenQuestions } from '../../../../src/core/mcp/host/openQuestions.ts';
import { capabilitiesFor, serveHost } from '../../../../src/core/mcp/host/hostServing.ts';
import { aDefinition } from '../../../support/servers.ts';
import type { ServerDefinition } from '../../../../src/core/mcp/config/serverDefinition.ts';

/** A client that serves the handlers, and a real server of the legacy era that is connected to it. */
export class ServedClient {
  readonly server = new McpServer({ name: 'asking', version: '1.0.0' }).server;
  readonly client: Client;
  readonly log: string[] = [];
  /** Aborted, the connection is over for the host. */
  readonly over = new AbortController();
  readonly questions = new OpenQuestions();
  /** Methods of what the client has sent, answers as `result` and `error`. */
  readonly sent: string[] = [];

  static async create(
    handlers: HostHandlers,
    definition: Partial<Pick<ServerDefinition, 'givesRoots' | 'sampling'>> = {},
  ): Promise<ServedClient> {
    const served = new ServedClient(handlers, definition);
    const [toServer, toClient] = InMemoryTransport.createLinkedPair();
    const send = toServer.send.bind(toServer);
    toServer.send = (message, options) => {
      served.sent.push('method' in message ? message.method : 'result' in message ? 'result' : 'error');
      return send(message, options);
    };
    await Promise.all([
      served.server.connect(toClient),
      served.client.connect(toServer as unknown as Parameters<Client['connect']>[0]),
    ]);
    return served;
  }

  constructor(handlers: HostHandlers, more: Partial<Pick<ServerDefinition, 'givesRoots' | 'sampling'>>) {
    const definition = aDefinition(more);
    this.client = new Client(
      { name: 'host', version: '1.0.0' },
      { capabilities: capabilitiesFor(definition, handlers), versionNegotiation: { mode: 'legacy' } },
    );
    serveHost(this.client, {
      definition,
      handlers,
      over: this.over.signal,
      questions: this.questions,
      log: (line) => this.log.push(line),
    });
  }

  /** What the server gets for a request, which nothing on its side checks. */
  ask(method: string, params: Record<string, unknown> = {}, signal?: AbortSignal): Promise<Record<string, unknown>> {
    return this.server.request({ method, params }, z.looseObject({}) as never, signal ? { signal } : {});
  }

  async close(): Promise<void> {
    this.over.abort();
    await this.client.close();
  }
}
