import { serve, text } from './plainServer.mjs';

// A call makes it write a hundred thousand lines of noise on stdout and on stderr before it answers.
serve({
  'tools/call': () => {
    for (let count = 0; count < 100_000; count++) {
      process.stdout.write(`noise ${count} on a line of a common length, as a server in debug mode writes them\n`);
      process.stderr.write(`noise ${count} on a line of a common length, as a server in debug mode writes them\n`);
    }
    return text('done');
  },
});
