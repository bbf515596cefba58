import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { buildTourServer } from '../../examples/tour-server/build.mjs';

/** A built tour server of one test file. */
export interface BuiltTour {
  /** Path of `server.js`. */
  readonly server: string;
  /** Deletes the build. */
  remove(): Promise<void>;
}

/** A client connected to a tour server of its own. */
export interface TourClient {
  readonly client: Client;
  readonly pid: number;
}

/** Builds the tour server outside the repository, where no `node_modules` can help it. */
export async function builtTour(): Promise<BuiltTour> {
  const outdir = await mkdtemp(join(tmpdir(), 'patchbay-tour-'));
  const server = await buildTourServer({ outdir });
  return { server, remove: () => rm(outdir, { recursive: true, force: true }) };
}

/** Starts the server under the Node that runs the tests and connects as the product does: `auto` finds the era. */
export async function connectedTour(server: string): Promise<TourClient> {
  const client = new Client({ name: 'tour-test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StdioClientTransport({ command: process.execPath, args: [server] });
  await client.connect(transport);
  if (transport.pid === null) {
    throw new Error('The transport is connected but names no process');
  }
  return { client, pid: transport.pid };
}
