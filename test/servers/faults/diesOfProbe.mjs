import { serve, text } from './plainServer.mjs';

// As servers on some SDKs do when the first message is not `initialize`.
let isFirst = true;
serve(
  { 'tools/call': () => text('alive') },
  {
    onMessage: ({ method }) => {
      if (isFirst && method !== 'initialize') process.exit(1);
      isFirst = false;
    },
  },
);
