import { send, serve, text, tool } from './plainServer.mjs';

// Every tool call adds a tool and announces it a thousand times. `listed` counts how often the list was asked for.
const tools = [tool('add'), tool('listed')];
let listed = 0;
serve(
  {
    'tools/list': () => {
      listed++;
      return { tools };
    },
    'tools/call': ({ name }) => {
      if (name === 'listed') return text(String(listed));
      tools.push(tool(`added-${tools.length}`));
      for (let count = 0; count < 1000; count++) send({ method: 'notifications/tools/list_changed' });
      return text('added');
    },
  },
  { capabilities: { tools: { listChanged: true } } },
);
