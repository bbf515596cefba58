import { spawn } from 'node:child_process';
import { serve, text } from './plainServer.mjs';

// Three processes that outlive this one by a minute at most: one in its group, one that left the group, and one that holds its stdout
// open. `marker` is among their arguments, so that a test can find them.
const [marker = ''] = process.argv.slice(2);
const wait = ['-e', 'setTimeout(() => {}, 60_000)', marker];
const stubborn = ['-e', 'process.on("SIGTERM", () => {}); setTimeout(() => {}, 60_000)', marker];
spawn(process.execPath, wait, { stdio: 'ignore' });
spawn(process.execPath, stubborn, { stdio: 'ignore', detached: true }).unref();
spawn(process.execPath, wait, { stdio: ['ignore', 'inherit', 'inherit'] });
serve({
  'tools/call': () => {
    process.exit(1);
    return text('never sent');
  },
});
// The children must not keep it alive when its input ends.
process.stdin.on('end', () => process.exit(0));
