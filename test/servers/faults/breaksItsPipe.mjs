import { closeSync } from 'node:fs';

// Ends with a reason, but only a while after its input is closed.
closeSync(0);
process.stderr.write('ready\n');
setTimeout(() => {
  process.stderr.write('No licence.\n');
  process.exitCode = 3;
}, 200);
