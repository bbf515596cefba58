import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type EverythingTransport = 'stdio' | 'streamableHttp' | 'sse';

/** The reference server that has everything, reachable in one way. */
export interface EverythingServer {
  /** Its entry in a configuration. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Ends the process that listens, where there is one: over a pipe, the hub owns the process. */
  stop(): Promise<void>;
}

const script = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
const recordingPipe = fileURLToPath(new URL('../servers/recordingPipe.mjs', import.meta.url));

/**
 * Starts the server where it has to listen before it is connected to. `marker` stands among its arguments; over a pipe,
 * what it is sent is recorded in the file `log`.
 */
export async function startEverything(
  transport: EverythingTransport,
  marker: string,
  log: string,
): Promise<EverythingServer> {
  if (transport === 'stdio') {
    const args = [recordingPipe, log, process.execPath, script, 'stdio', marker];
    return { entry: { command: process.execPath, args }, stop: () => Promise.resolve() };
  }
  const port = await freePort();
  const child = spawn(process.execPath, [script, transport, marker], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const isListening = (async () => {
    for await (const line of createInterface({ input: child.stderr })) if (line.includes(`port ${port}`)) return;
    throw new Error('The server ended before it listened.');
  })();
  await isListening;
  child.stderr.resume();
  const address = `http://127.0.0.1:${port}`;
  return {
    entry: transport === 'sse' ? { type: 'sse', url: `${address}/sse` } : { type: 'http', url: `${address}/mcp` },
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** A port that was free a moment ago: the server takes none of the system's choice. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
