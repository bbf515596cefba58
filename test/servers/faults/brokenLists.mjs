import { serve } from './plainServer.mjs';

// Declares resources and prompts. Listing resources fails, prompts are no list, and templates are not known at all.
serve(
  {
    'resources/list': () => {
      throw new Error('the index is being rebuilt');
    },
    'prompts/list': () => ({ prompts: 'many' }),
  },
  { capabilities: { tools: {}, resources: {}, prompts: {} } },
);
