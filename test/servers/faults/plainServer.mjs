import { createInterface } from 'node:readline';

/** @typedef {Record<string, any>} Message */
/** @typedef {(params: Message, request: Message) => unknown} Method */

/**
 * A server of the 2025 protocol written out by hand, so that its faults are exactly those a test wants.
 * @param {Record<string, Method>} methods Answers by method. A function may return a result or a promise of one;
 *   `undefined` means that no answer is sent; what it throws becomes the error.
 * @param {{ capabilities?: object, onMessage?: (message: Message) => void }} [options] `onMessage` sees every message
 *   first.
 */
export function serve(methods, { capabilities = { tools: {} }, onMessage } = {}) {
  /** @type {Record<string, Method | undefined>} */
  const known = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities,
      serverInfo: { name: 'plain', version: '1.0.0' },
    }),
    'tools/list': () => ({ tools: [tool('echo')] }),
    'tools/call': (params) => text(JSON.stringify(params.arguments)),
    ping: () => ({}),
    ...methods,
  };
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const message = JSON.parse(line);
    onMessage?.(message);
    if (message.id === undefined || message.method === undefined) return;
    const method = known[message.method];
    if (!method) return send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
    try {
      const result = await method(message.params ?? {}, message);
      if (result !== undefined) send({ id: message.id, result });
    } catch (error) {
      send({ id: message.id, error: { code: -32603, message: String(error) } });
    }
  });
}

/**
 * Sends a message that lacks only the version.
 * @param {Message} message
 */
export function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/**
 * A tool that takes anything.
 * @param {string} name
 * @param {object} [more]
 */
export function tool(name, more = {}) {
  return { name, description: `The tool ${name}`, inputSchema: { type: 'object' }, ...more };
}

/**
 * A result of one text.
 * @param {string} value
 */
export function text(value) {
  return { content: [{ type: 'text', text: value }] };
}
