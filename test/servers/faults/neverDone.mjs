import { send, serve, text, tool } from './plainServer.mjs';

// `wait` is not answered before it has said `answerAfter` times, every 20 ms, that it goes on; without a progress
// token it says nothing, and without `answerAfter` it is never answered. `cancelled` tells how many requests were
// cancelled.
let cancelled = 0;
serve(
  {
    'tools/list': () => ({ tools: [tool('wait'), tool('cancelled')] }),
    'tools/call': ({ name, arguments: args, _meta }, { id }) => {
      if (name === 'cancelled') return text(String(cancelled));
      const progressToken = _meta?.progressToken;
      let progress = 0;
      if (progressToken === undefined || args.isSilent) return undefined;
      const timer = setInterval(() => {
        send({ method: 'notifications/progress', params: { progressToken, progress: ++progress } });
        if (progress !== args.answerAfter) return;
        clearInterval(timer);
        send({ id, result: text('done at last') });
      }, 20);
      return undefined;
    },
  },
  {
    onMessage: ({ method }) => {
      if (method === 'notifications/cancelled') cancelled++;
    },
  },
);
process.stdin.on('end', () => process.exit(0));
