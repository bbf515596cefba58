import { setTimeout } from 'node:timers/promises';
import { send, serve, tool } from './plainServer.mjs';

// While it thinks about the first answer, its tools change; it announces that and still gives the old answer.
let isFirst = true;
serve(
  {
    'tools/list': async () => {
      if (!isFirst) return { tools: [tool('new')] };
      isFirst = false;
      send({ method: 'notifications/tools/list_changed' });
      await setTimeout(600);
      return { tools: [tool('old')] };
    },
    'resources/list': () => ({ resources: [{ name: 'readme', uri: 'doc://readme' }] }),
    'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
  },
  { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} } },
);
