import { setTimeout as delay } from 'node:timers/promises';
import { ExtensionHost } from './extensionHost.ts';

/** By how much a conversation made the process grow, in bytes. */
export interface MemoryGrowth {
  readonly resident: number;
  /** JavaScript's heap and the buffers outside of it. */
  readonly heap: number;
  readonly calls: number;
}

const [baseUrl = '', server = '', turns = '0'] = process.argv.slice(2);
const host = await ExtensionHost.start({ baseUrl, servers: { large: { command: process.execPath, args: [server] } } });
// Code that loads with the first call is no growth.
await host.say('Read the report.');
const before = await memory();
let calls = 0;
for (let turn = 0; turn < Number(turns); turn += 1) {
  const { parts } = await host.say('Read it again.');
  calls += parts.filter((part) => part.kind === 'toolCall' && part.call.status === 'completed').length;
}
const after = await memory();
await host.dispose();
const growth: MemoryGrowth = { resident: after.resident - before.resident, heap: after.heap - before.heap, calls };
process.send?.(growth, () => process.disconnect());

/** What the process holds when everything that can go is gone, also the pages that the engine keeps for later. */
async function memory(): Promise<Omit<MemoryGrowth, 'calls'>> {
  // The engine gives pages back in threads of its own, and what one collection sets free may hold more.
  for (let round = 0; round < 20; round += 1) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await delay(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, heap: heapUsed + external };
}
