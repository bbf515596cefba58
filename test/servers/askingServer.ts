import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

/** What outlives the server object, of which HTTP makes one a session. */
export interface Visits {
  /** What each call said that wanted a visit first, in order. */
  readonly calls: string[];
}

/** A server of the 2025 protocol whose tools ask the host several things. */
export function askingServer(visits: Visits): McpServer {
  const mcp = new McpServer({ name: 'asking', version: '1.0.0' });
  const { server } = mcp;
  const requestedSchema = { type: 'object' as const, properties: { city: { type: 'string' as const } } };
  type Extra = { readonly requestId: string | number };
  const elicit = async (message: string, { requestId: relatedRequestId }: Extra): Promise<string> =>
    String((await server.elicitInput({ message, requestedSchema }, { relatedRequestId })).content?.['city']);
  const sample = async (text: string, { requestId: relatedRequestId }: Extra): Promise<string> => {
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text } }];
    const { content } = await server.createMessage({ messages, maxTokens: 10 }, { relatedRequestId });
    return content.type === 'text' ? content.text : content.type;
  };
  const answer = (...lines: string[]): CallToolResult => ({ content: [{ type: 'text', text: lines.join(' / ') }] });

  mcp.registerTool('one_after_the_other', {}, async (extra) => {
    const city = await elicit('Which city?', extra);
    return answer(city, await sample(`Praise ${city}`, extra), await elicit('And then?', extra));
  });
  mcp.registerTool('both_at_once', {}, async (extra) =>
    answer(...(await Promise.all([elicit('Which city?', extra), sample('Praise it', extra)]))),
  );
  mcp.registerTool('ask', { inputSchema: { question: z.string() } }, async ({ question }, extra) =>
    answer(await elicit(question, extra)),
  );
  mcp.registerTool('ask_twice', {}, async (extra) =>
    answer(await elicit('First?', extra), await elicit('Then?', extra)),
  );
  mcp.registerTool('forget', {}, async (extra) => {
    // The answer is not waited for.
    elicit('Anything?', extra).catch(() => undefined);
    return Promise.resolve(answer('forgotten'));
  });
  const taken = new AbortController();
  mcp.registerTool('take_back', {}, async ({ requestId: relatedRequestId }) => {
    const { signal } = taken;
    const asked = server.elicitInput({ message: 'Still?', requestedSchema }, { relatedRequestId, signal });
    await asked.catch(() => undefined);
    return answer('taken back');
  });
  mcp.registerTool('never_mind', {}, () => {
    taken.abort();
    return answer('never mind');
  });
  mcp.registerTool(
    'send_away',
    { inputSchema: { url: z.string() } },
    async ({ url }, { requestId: relatedRequestId }) => {
      const params = { mode: 'url' as const, message: 'Sign here', url, elicitationId: 'sign-1' };
      return answer((await server.elicitInput(params, { relatedRequestId })).action);
    },
  );
  const required = { count: z.number(), urls: z.number(), note: z.string() };
  mcp.registerTool('needs_visits', { inputSchema: required }, ({ count, urls, note }) => {
    visits.calls.push(note);
    if (visits.calls.length > count) return answer(`done after ${visits.calls.length} calls: ${note}`);
    const wanted = Array.from({ length: urls }, (_, index) => index + 1).map((number) => ({
      mode: 'url' as const,
      message: `Sign page ${number}`,
      url: `https://example.com/sign/${number}?token=secret`,
      elicitationId: `page-${number}`,
    }));
    throw new UrlElicitationRequiredError(wanted);
  });
  mcp.registerResource('signed', 'note://signed', {}, ({ href }) => {
    visits.calls.push(href);
    if (visits.calls.length > 1) return { contents: [{ uri: href, text: 'a signed note' }] };
    const url = 'https://example.com/sign';
    throw new UrlElicitationRequiredError([{ mode: 'url', message: 'Sign it', url, elicitationId: 'note' }]);
  });
  return mcp;
}
