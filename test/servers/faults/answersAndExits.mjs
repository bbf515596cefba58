import { serve, text } from './plainServer.mjs';

// Exits with its answer, and in such a hurry that it does not end the line.
serve({
  'tools/call': (_params, { id }) => {
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: text('last words') }), () => process.exit(0));
    return undefined;
  },
});
