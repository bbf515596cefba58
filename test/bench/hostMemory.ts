import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { anAnswer, aCall, saying } from '../servers/scriptedModel/script.ts';
import type { Round, RecordedRequest } from '../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../servers/scriptedModel/scriptedModelServer.ts';
import type { Benchmark } from './benchmark.ts';
import type { MemoryGrowth } from './hostMemoryProcess.ts';

const program = fileURLToPath(new URL('hostMemoryProcess.ts', import.meta.url));
const server = fileURLToPath(new URL('../servers/largeText.mjs', import.meta.url));
const turns = 40;
const callsATurn = 25;

/** What the extension host keeps of large results. The calls are those of a model, in one conversation. */
export const hostMemory: Benchmark = {
  name: 'host-memory',
  budgets: [{ what: 'growth of the extension host after 1,000 calls of 1 MB', atMost: 60, unit: 'MB' }],
  async measure() {
    const model = await ScriptedModelServer.start(callsThenText);
    try {
      const { resident, heap, calls } = await growth(model.baseUrl);
      const note = `resident set, ${calls} calls after the first ${callsATurn}; of it in use by JavaScript ${inMegabytes(heap)}`;
      return [{ measured: resident / 1_000_000, note }];
    } finally {
      await model.dispose();
    }
  },
};

/** Answers what a person says with calls, and their results with a word. */
function callsThenText({ body }: RecordedRequest): Round {
  if (body.messages.at(-1)?.role !== 'user') return saying('Read.');
  return anAnswer(Array.from({ length: callsATurn }, (_, index) => aCall('mcp__large__report', '{}', `call_${index}`)));
}

/** Runs the conversation in a process of its own, where the garbage can be collected before each look. */
function growth(baseUrl: string): Promise<MemoryGrowth> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [baseUrl, server, String(turns)], {
      execArgv: [...process.execArgv, '--expose-gc'],
      // Otherwise glibc keeps freed memory for itself, tens of megabytes, and how much differs from run to run.
      env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '16384' },
    });
    let found: MemoryGrowth | undefined;
    child.once('message', (message) => (found = message as MemoryGrowth));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (found) resolve(found);
      else reject(new Error(`The process that was measured ended with code ${code}.`));
    });
  });
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
