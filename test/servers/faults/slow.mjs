import { setTimeout as delay } from 'node:timers/promises';
import { serve, text, tool } from './plainServer.mjs';

// Takes its time for everything, but less than anybody's patience.
serve({
  initialize: async ({ protocolVersion }) => {
    await delay(800);
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'slow', version: '1.0.0' } };
  },
  'tools/list': async () => {
    await delay(800);
    return { tools: [tool('echo')] };
  },
  'tools/call': async () => {
    await delay(300);
    return text('at last');
  },
});
