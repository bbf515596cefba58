import { serve, tool } from './plainServer.mjs';

serve({
  'tools/list': () => ({
    tools: [
      tool('good'),
      tool('any', { inputSchema: { anyOf: [{ type: 'object' }, { type: 'null' }] } }),
      { description: 'no name', inputSchema: { type: 'object' } },
      null,
      tool('good'),
      tool('also-good', { title: 7, annotations: 'none' }),
    ],
  }),
});
