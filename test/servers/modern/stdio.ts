import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { modernServer } from './modernServer.ts';
import type { World } from './modernServer.ts';

// The modern protocol on a pipe, and none before it.
let current: McpServer | undefined;
const world: World = {
  visits: 0,
  hasExtraTool: false,
  toolsChanged: () => {
    current?.registerTool('extra', {}, () => ({ content: [{ type: 'text', text: 'extra' }] }));
  },
  resourceUpdated: (uri) => void current?.server.sendResourceUpdated({ uri }),
};
serveStdio(() => (current = modernServer(world)), { legacy: 'reject' });
