import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

// Offers the tools that the file of its first argument defines when it starts. Each answers with its name and the process
// it ran in.

const [file = ''] = process.argv.slice(2);
const tools = JSON.parse(readFileSync(file, 'utf8'));

const server = new Server({ name: 'defined', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: `${params.name} ran in ${process.pid}` }],
}));
await server.connect(new StdioServerTransport());
