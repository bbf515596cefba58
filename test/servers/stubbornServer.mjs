import { appendFileSync } from 'node:fs';

// `node stubbornServer.mjs LOG SERVER` runs a stdio server that will not end: it ignores the signals that ask it to and
// the end of its input. Its process id is the first line of the file.
const [log = '', server = ''] = process.argv.slice(2);
appendFileSync(log, `${process.pid}\n`);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
process.exit = /** @type {typeof process.exit} */ (() => {});
setInterval(() => {}, 60_000);
await import(server);
