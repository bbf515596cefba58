import { serve, text, tool } from './plainServer.mjs';

// Beside a sound tool, one whose schema holds 3000 objects inside each other.
/** @type {object} */
let inputSchema = { type: 'object' };
for (let depth = 1; depth < 3000; depth += 2) inputSchema = { type: 'object', properties: { inner: inputSchema } };
serve({
  'tools/list': () => ({ tools: [tool('deep', { inputSchema }), tool('echo')] }),
  'tools/call': () => text('echoed'),
});
