import type { JsonObject } from '../../../src/shared/base/json.ts';
import type { Answer } from '../remote/remoteServer.ts';

/**
 * A server of the 2026 protocol over HTTP, written out by hand, whose one tool wants its argument in a header as well,
 * and changes its mind about which.
 */
export class PlainModern {
  /** The header that the tool asks for when it is listed next. */
  header = 'Region';
  /** The header without which a call is refused. */
  required = 'Region';
  /** Tools besides. */
  tools: readonly JsonObject[] = [];
  carriedOut = 0;

  readonly answer: Answer = ({ message, headers }, response) => {
    const { id, method } = message ?? {};
    if (method === 'tools/call' && headers[`mcp-param-${this.required.toLowerCase()}`] === undefined) {
      const error = { code: -32020, message: `The header Mcp-Param-${this.required} is missing` };
      response.writeHead(400, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    }
    const outcome = this.#outcome(method);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  };

  #outcome(method: string | undefined): object {
    const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    switch (method) {
      case 'server/discover':
        return {
          result: {
            ...complete,
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {}, logging: {} },
            serverInfo: { name: 'plain', version: '1.0.0' },
          },
        };
      case 'tools/list':
        return { result: { ...complete, tools: [this.#tool(), ...this.tools] } };
      case 'tools/call':
        this.carriedOut++;
        return { result: { ...complete, content: [{ type: 'text', text: 'done' }] } };
      default:
        return { error: { code: -32601, message: 'Method not found' } };
    }
  }

  #tool(): JsonObject {
    const region = { type: 'string', 'x-mcp-header': this.header };
    return { name: 'query', inputSchema: { type: 'object', properties: { region } } };
  }
}
