/* eslint-disable @typescript-eslint/no-deprecated -- HTTP+SSE is deprecated, and in use */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { CreateMcpHandlerOptions } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Answer, RemoteRequest } from './remoteServer.ts';

/** Answers with a status and a body. */
export function status(code: number, body?: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_request, response) => void response.writeHead(code, headers).end(body);
}

/** Never answers. */
export const silence: Answer = () => undefined;

/** The first answer for requests that fit, the second for all others. */
export function where(fits: (request: RemoteRequest) => boolean, some: Answer, others: Answer): Answer {
  return (request, response) => (fits(request) ? some : others)(request, response);
}

/** Whether a request asks for the modern era. */
export function isProbe({ message }: RemoteRequest): boolean {
  return message?.method === 'server/discover';
}

/** Whether a request is a message of this method. */
export function asks(method: string): (request: RemoteRequest) => boolean {
  return ({ message }) => message?.method === method;
}

/** A server of the 2025 protocol with sessions, on the SDK of its time. */
export function oldStreamable(): Answer {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return async ({ headers, message, incoming }, response) => {
    const id = String(headers['mcp-session-id'] ?? '');
    const known = sessions.get(id);
    if (id !== '' && !known) return void response.writeHead(404).end('Session not found');
    if (known) return known.handleRequest(incoming, response, message);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void sessions.set(session, transport),
      onsessionclosed: (session) => void sessions.delete(session),
    });
    await oldServer().connect(transport);
    await transport.handleRequest(incoming, response, message);
  };
}

/** A server of HTTP+SSE, and of nothing else: the stream at /sse, messages to /messages. */
export function oldSse(): Answer {
  const transports = new Map<string, SSEServerTransport>();
  return async ({ method, path, message, incoming }, response) => {
    const url = new URL(path, 'http://localhost');
    if (method === 'GET' && url.pathname === '/sse') {
      const transport = new SSEServerTransport('/messages', response);
      transports.set(transport.sessionId, transport);
      response.on('close', () => transports.delete(transport.sessionId));
      return oldServer().connect(transport);
    }
    if (url.pathname !== '/messages') return void response.writeHead(404).end('Cannot POST');
    const transport = transports.get(url.searchParams.get('sessionId') ?? '');
    if (!transport) return void response.writeHead(404).end('Session not found');
    await transport.handlePostMessage(incoming, response, message);
  };
}

/** A server of the 2026 protocol. */
export function modern(options: CreateMcpHandlerOptions = {}): Answer {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'modern', version: '2.0.0' });
    server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
      content: [{ type: 'text', text }],
    }));
    return server;
  }, options);
  return async ({ method, path, headers, message }, response) => {
    const answer = await handler.fetch(
      new Request(new URL(path, 'http://127.0.0.1'), {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(message && { body: JSON.stringify(message) }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void response.end();
    const content = Readable.fromWeb(answer.body as never);
    response.on('close', () => content.destroy());
    content.on('error', () => response.destroy()).pipe(response);
  };
}

/** Answers a request of the protocol with a result as JSON. */
export function result(content: object): Answer {
  return ({ message }, response) => sendJson(response, { jsonrpc: '2.0', id: message?.id, result: content });
}

/** Answers a request of the protocol with events, as they are written, and ends. */
export function events(write: (request: RemoteRequest, response: ServerResponse) => void): Answer {
  return (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(request, response);
    response.end();
  };
}

function sendJson(response: ServerResponse, content: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

/** A server of the 2025 protocol with one tool. */
export function oldServer(): OldServer {
  const server = new OldServer({ name: 'old', version: '1.0.0' });
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}
