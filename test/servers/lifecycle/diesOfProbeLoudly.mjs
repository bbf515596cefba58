import { serve } from '../faults/plainServer.mjs';

// Says in its log that it was started, and dies of a first message that is not `initialize`.
console.error('started');
let isFirst = true;
serve(
  {},
  {
    onMessage: ({ method }) => {
      if (isFirst && method !== 'initialize') process.exit(1);
      isFirst = false;
    },
  },
);
