import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

// A server with one note, which tells whoever subscribes when the note changes, and logs as much as it is told to.

const uri = 'note://today';
let note = 'Buy bread';
let isSubscribed = false;

const server = new Server(
  { name: 'notes', version: '1.0.0' },
  { capabilities: { tools: {}, resources: { subscribe: true }, logging: {} } },
);

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    {
      name: 'write',
      description: 'Writes the note',
      inputSchema: {
        type: 'object',
        properties: {
          note: { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
        },
        required: ['note'],
      },
      annotations: { destructiveHint: true },
    },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  note = /** @type {{ note: { text: string } }} */ (params.arguments).note.text;
  if (isSubscribed) await server.sendResourceUpdated({ uri });
  return { content: [{ type: 'text', text: 'Written.' }] };
});
server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [{ uri, name: 'today' }] }));
server.setRequestHandler(ReadResourceRequestSchema, () => ({
  contents: [{ uri, mimeType: 'text/plain', text: note }],
}));
server.setRequestHandler(SubscribeRequestSchema, () => {
  isSubscribed = true;
  return {};
});
server.setRequestHandler(UnsubscribeRequestSchema, () => {
  isSubscribed = false;
  return {};
});
server.setRequestHandler(SetLevelRequestSchema, async ({ params }) => {
  await server.sendLoggingMessage({ level: 'emergency', data: `The level is ${params.level}` });
  return {};
});

await server.connect(new StdioServerTransport());
