import { serve } from './plainServer.mjs';

serve({
  'tools/call': () => ({
    content: [
      { type: 'text', text: 'before' },
      { type: 'hologram', shape: 'cube' },
      { type: 'image' },
      { type: 'text', text: 'after' },
    ],
  }),
});
