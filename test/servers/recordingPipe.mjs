import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// `node recordingPipe.mjs LOG COMMAND ARG…` stands before a stdio server and writes each message that the client sends
// to a file, one a line, before the server gets it.
const [log = '', command = '', ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
server.on('exit', (code) => process.exit(code ?? 1));

const messages = createInterface({ input: process.stdin });
messages.on('line', (line) => {
  appendFileSync(log, `${line}\n`);
  server.stdin.write(`${line}\n`);
});
messages.on('close', () => server.stdin.end());
