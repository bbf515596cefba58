import { serve, text } from './plainServer.mjs';

console.log('Server listening, have fun!');
console.log('{"level":"info","msg":"JSON, but no message"}');
serve({
  'tools/call': () => {
    console.log('\u001b[32mcalled\u001b[0m');
    return text('done');
  },
});
