import { send, serve, text, tool } from './plainServer.mjs';

// Answers a call of `late` only when it is cancelled, with what it is told to: a result, an error or nothing; before, it
// says that it has begun. `seen` tells what was cancelled. `work` says `steps` times, every 20 ms, that it goes on.
const late = new Map();
/** @type {string[]} */
const cancelled = [];
serve(
  {
    'tools/list': () => ({ tools: [tool('late'), tool('seen'), tool('work')] }),
    'tools/call': ({ name, arguments: args, _meta }, { id }) => {
      if (name === 'seen') return text(JSON.stringify(cancelled));
      const { progressToken } = _meta;
      let progress = 0;
      if (name === 'late') {
        late.set(id, args.answer);
        send({ method: 'notifications/progress', params: { progressToken, progress } });
        return undefined;
      }
      const timer = setInterval(() => {
        send({ method: 'notifications/progress', params: { progressToken, progress: ++progress } });
        if (progress !== args.steps) return;
        clearInterval(timer);
        send({ id, result: text('worked') });
      }, 20);
      return undefined;
    },
  },
  {
    onMessage: ({ method, params }) => {
      if (method !== 'notifications/cancelled') return;
      const { requestId: id } = params;
      cancelled.push(late.get(id) ?? 'work');
      if (late.get(id) === 'result') send({ id, result: text('found after all') });
      if (late.get(id) === 'error') send({ id, error: { code: -32603, message: 'lost the thread' } });
    },
  },
);
process.stdin.on('end', () => process.exit(0));
