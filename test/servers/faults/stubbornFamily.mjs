import { spawn } from 'node:child_process';
import { serve, text } from './plainServer.mjs';

// Three processes, of which none ends by itself before a minute has passed, whatever it is asked: this one, one in its
// group and one that left the group. `marker` is among the arguments of all, so that a test can find them.
const [marker = ''] = process.argv.slice(2);
const stay = 'for (const s of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(s, () => {}); setTimeout(() => {}, 60_000)';
for (const detached of [false, true]) {
  spawn(process.execPath, ['-e', stay, marker], { stdio: 'ignore', detached }).unref();
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
setTimeout(() => process.exit(), 60_000);
serve({ 'tools/call': ({ arguments: { wait } }) => (wait ? undefined : text('here')) });
