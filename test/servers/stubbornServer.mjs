import { connect } from 'node:net';

// `node stubbornServer.mjs PORT SERVER` runs a stdio server that will not end: it ignores the signals that ask it to and
// the end of its input. It sends its process id to the port and keeps that connection as long as it lives.
const [port = '', server = ''] = process.argv.slice(2);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
process.exit = /** @type {typeof process.exit} */ (() => {});
connect(Number(port), '127.0.0.1').write(String(process.pid));
setInterval(() => {}, 60_000);
await import(server);
