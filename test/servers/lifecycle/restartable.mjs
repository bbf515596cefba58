import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

// A server over HTTP on the port of its first argument, whose sessions end with its process.
const port = Number(process.argv[2]);
/** @type {Map<string, StreamableHTTPServerTransport>} */
const sessions = new Map();

createServer(async (request, response) => {
  const known = sessions.get(String(request.headers['mcp-session-id']));
  if (known) return known.handleRequest(request, response);
  if (request.headers['mcp-session-id']) return void response.writeHead(404).end('Session not found');
  /** @type {StreamableHTTPServerTransport} */
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (session) => void sessions.set(session, transport),
  });
  const server = new McpServer({ name: 'restartable', version: '1.0.0' });
  const text = [{ type: /** @type {const} */ ('text'), text: String(process.pid) }];
  server.registerTool('pid', { annotations: { readOnlyHint: true } }, () => ({ content: text }));
  server.registerTool('act', {}, () => ({ content: text }));
  await server.connect(transport);
  await transport.handleRequest(request, response);
}).listen(port, '127.0.0.1', () => console.log('listening'));
