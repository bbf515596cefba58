import {
  McpServer,
  ResourceTemplate,
  acceptedContent,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** What outlives the server object, of which HTTP makes one a request. */
export interface World {
  visits: number;
  hasExtraTool: boolean;
  /** Both tell those who listen. */
  readonly toolsChanged: () => void;
  readonly resourceUpdated: (uri: string) => void;
}

/** Signs what goes through the client from one round of a request to the next. */
const states = createRequestStateCodec({ key: 'a key that only this test server has, of 32 bytes' });

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });

/** A server of the 2026-07-28 protocol with everything that is new there. */
export function modernServer(world: World): McpServer {
  const server = new McpServer(
    { name: 'modern', version: '2.0.0' },
    {
      instructions: 'Ask before you book.',
      requestState: { verify: (state, context) => states.verify(state, context) },
      capabilities: { tools: { listChanged: true }, resources: { listChanged: true, subscribe: true } },
      // Longer than any test: whoever keeps to it needs the announcements.
      cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'private' } },
    },
  );
  addPlainParts(server, world);
  addAskingParts(server);
  return server;
}

const querySchema = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, text: { type: 'string' } },
  required: ['region', 'text'],
};

function addPlainParts(server: McpServer, world: World): void {
  server.registerTool('add', { inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) =>
    text(String(a + b)),
  );
  server.registerTool('count', { inputSchema: z.object({ steps: z.number() }) }, async ({ steps }, { mcpReq }) => {
    for (let step = 1; step <= steps; step++) {
      const progressToken = mcpReq._meta?.progressToken ?? 0;
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: step, total: steps },
      });
    }
    return text(`counted to ${steps}`);
  });
  server.registerTool(
    'query',
    {
      inputSchema: fromJsonSchema(querySchema as object),
    },
    (args) => text(JSON.stringify(args)),
  );
  server.registerTool('add_tool', {}, () => {
    world.hasExtraTool = true;
    world.toolsChanged();
    return text('added');
  });
  if (world.hasExtraTool) server.registerTool('extra', {}, () => text('extra'));
  server.registerTool('visit', {}, () => {
    world.visits++;
    world.resourceUpdated('note://visits');
    return text('visited');
  });
  server.registerResource('visits', 'note://visits', { mimeType: 'text/plain' }, ({ href }) => ({
    contents: [{ uri: href, text: `${world.visits} visits` }],
  }));
  server.registerResource(
    'city',
    new ResourceTemplate('note://city/{name}', { list: undefined }),
    {},
    ({ href }, { name }) => ({
      contents: [{ uri: href, text: `About ${String(name)}` }],
    }),
  );
  server.registerPrompt('plan', { argsSchema: z.object({ city: z.string() }) }, ({ city }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Plan a trip to ${city}.` } }],
  }));
}

const cityForm = z.object({ city: z.string() });
const confirmForm = z.object({ sure: z.boolean() });

/** What needs an answer of the host before it is done. */
function addAskingParts(server: McpServer): void {
  // Two rounds, the second of which depends on the first, and on the state that went through the client.
  server.registerTool('book', {}, async ({ mcpReq }) => {
    const asked = inputResponse(mcpReq.inputResponses, 'city');
    if (asked.kind === 'elicit' && asked.action !== 'accept') return text(`not booked: ${asked.action}`);
    const city = acceptedContent(mcpReq.inputResponses, 'city', cityForm)?.city;
    if (city !== undefined) {
      const confirm = inputRequired.elicit({ message: `Book ${city}?`, requestedSchema: confirmForm });
      return inputRequired({ inputRequests: { confirm }, requestState: await states.mint({ city }) });
    }
    const confirmed = acceptedContent(mcpReq.inputResponses, 'confirm', confirmForm);
    if (confirmed) return text(`${JSON.stringify(mcpReq.requestState())} ${confirmed.sure ? 'booked' : 'given up'}`);
    const first = inputRequired.elicit({ message: 'Which city?', requestedSchema: cityForm });
    return inputRequired({ inputRequests: { city: first } });
  });
  // Three questions of different kinds at once.
  server.registerTool('survey', {}, ({ mcpReq }) => {
    const { inputResponses } = mcpReq;
    if (inputResponses) return text(JSON.stringify(inputResponses));
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hello' } }];
    return inputRequired({
      inputRequests: {
        site: inputRequired.elicitUrl({ message: 'Sign here', url: 'https://example.com/sign' }),
        words: inputRequired.createMessage({ messages, maxTokens: 10 }),
        folders: inputRequired.listRoots(),
      },
    });
  });
  server.registerTool('lure', {}, () =>
    inputRequired({ inputRequests: { a: inputRequired.elicitUrl({ message: 'm', url: 'http://evil.example/' }) } }),
  );
  server.registerTool('insist', {}, () =>
    inputRequired({ inputRequests: { a: inputRequired.elicit({ message: 'Again?', requestedSchema: confirmForm }) } }),
  );
  server.registerPrompt('ask_plan', {}, ({ mcpReq }) => {
    const city = acceptedContent(mcpReq.inputResponses, 'city', cityForm)?.city;
    if (city !== undefined) return { messages: [{ role: 'user', content: { type: 'text', text: `Plan ${city}.` } }] };
    const first = inputRequired.elicit({ message: 'Which city?', requestedSchema: cityForm });
    return inputRequired({ inputRequests: { city: first } });
  });
}
