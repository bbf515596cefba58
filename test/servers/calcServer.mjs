import { serve, text, tool } from './faults/plainServer.mjs';

// A server of tools alone, as many are.
serve({
  'tools/list': () => ({ tools: [tool('add')] }),
  'tools/call': ({ arguments: { a, b } }) => text(String(a + b)),
});
