import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { askingServer } from './askingServer.ts';

// The same on a pipe, where nothing says because of which call it asks; and `leave` ends it.
const server = askingServer({ calls: [] });
server.registerTool('leave', {}, () => process.exit(1));
await server.connect(new StdioServerTransport());
process.stdin.on('end', () => process.exit(0));
