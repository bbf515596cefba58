import { fileURLToPath } from 'node:url';
import { Hub } from '../../src/core/mcp/hub.ts';
import { hubOptions } from './hubOptions.ts';

/** Ways in which a process can end without having put its servers away. */
const endings = {
  exit: () => process.exit(0),
  throw: () => {
    throw new Error('nobody caught this');
  },
  reject: () => void Promise.reject(new Error('nobody caught this')),
};
export type Ending = keyof typeof endings;

/** This file: `node hubProcess.ts HOME WORKSPACE` connects all servers of the person, says "connected" and stays. */
export const hubProcess = fileURLToPath(import.meta.url);

if (process.argv[1] === hubProcess) await main(process.argv.slice(2));

/** A line on stdin, which must be one of `endings`, ends it so. */
async function main([home = '', workspaceFolder = '']: readonly string[]): Promise<void> {
  const hub = await Hub.create(hubOptions(home, workspaceFolder));
  await hub.ready();
  process.stdin.setEncoding('utf8').on('data', (line: string) => endings[line.trim() as Ending]());
  process.stdout.write(hub.servers().every(({ state }) => state.status === 'connected') ? 'connected\n' : 'failed\n');
}
