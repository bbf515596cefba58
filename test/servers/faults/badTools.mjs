import { serve, tool } from './plainServer.mjs';

serve({
  'tools/list': () => ({
    tools: [
      tool('good'),
      tool('any', { inputSchema: { type: ['string', 'null'] } }),
      tool('open', { inputSchema: { anyOf: [{ type: 'object' }, { type: 'null' }] } }),
      tool('x'.repeat(129)),
      { description: 'no name', inputSchema: { type: 'object' } },
      null,
      tool('good'),
      tool('also-good', { title: 7, annotations: 'none' }),
    ],
  }),
});
