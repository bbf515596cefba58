import { serve, text } from './plainServer.mjs';

// Tells with what it was started.
serve({
  'tools/call': () =>
    text(JSON.stringify({ args: process.argv.slice(2), env: process.env, cwd: process.cwd(), pid: process.pid })),
});
