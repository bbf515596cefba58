import { serve, text, tool } from './plainServer.mjs';

// Prints its key late in a line that is no message, and refuses with messages that quote the key it was given: the method that REFUSES names, and the tool `refuse`.
// It quotes the key in what it says of itself, too.
const key = process.env['MY_API_KEY'];
const refuse = () => {
  throw new Error(`the key ${key} has expired`);
};
console.log(`${'.'.repeat(180)}${key}`);
serve({
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, prompts: {} },
    serverInfo: { name: `quoting ${key}`, title: `Quoting ${key}`, version: `1.0 ${key}` },
    instructions: `Send ${key} with each call.`,
  }),
  'tools/list': () => ({ tools: [tool('refuse')] }),
  'prompts/list': () => ({ prompts: [] }),
  'tools/call': ({ name }) => (name === 'refuse' ? refuse() : text('done')),
  [process.env['REFUSES'] ?? '']: refuse,
});
