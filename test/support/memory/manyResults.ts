import { setTimeout as delay } from 'node:timers/promises';
import { createRuntime } from '../../../src/core/runtime.ts';
import { crashOptions } from '../crash/crashOptions.ts';

/** What a process held after the first turn and after the last, in bytes, and the conversation. */
export interface ManyResults {
  readonly threadId: string;
  readonly before: number;
  readonly after: number;
}

const [home = '', model = '', turns = '0'] = process.argv.slice(2);
const runtime = await createRuntime(crashOptions(home, model));
const thread = await runtime.newThread();
// Code that loads with the first call is no growth.
await say('Read the reports.');
const before = await held();
for (let turn = 1; turn < Number(turns); turn += 1) await say('Read more.');
const after = await held();
await runtime.dispose();
const found: ManyResults = { threadId: thread.id, before, after };
process.send?.(found, () => process.disconnect());

async function say(text: string): Promise<void> {
  const outcome = await thread.submit(text);
  if (outcome.status !== 'started') throw new Error(`"${text}" was not sent: ${JSON.stringify(outcome)}`);
  const status = await outcome.done;
  if (status !== 'completed')
    throw new Error(`"${text}" ended as ${status}: ${thread.state.turns.at(-1)?.error?.message}`);
}

/** JavaScript's heap and the buffers outside of it, once what can go is gone. */
async function held(): Promise<number> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await delay(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
