import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { targets } from '../../scripts/build/targets.mjs';
import { repositoryRoot } from '../../scripts/setup/paths.mjs';
import { createRuntime } from '../../src/core/runtime.ts';
import type { ThreadState } from '../../src/shared/thread/threadState.ts';
import { isToolCallEnded } from '../../src/shared/thread/toolCall.ts';
import type { ToolCall } from '../../src/shared/thread/toolCall.ts';
import { crashOptions } from '../support/crash/crashOptions.ts';
import { allLabels, StepModel } from '../support/crash/stepModel.ts';
import { SeededRandom } from '../support/seededRandom.ts';

const server = fileURLToPath(new URL('../servers/stepServer.mjs', import.meta.url));
const kills = 50;
/** Processes at a time. */
const lanes = 3;
const seed = Number(process.env['PATCHBAY_TEST_SEED'] ?? Date.now() % 1_000_000);

/** One process, its home, and what there is outside of it to compare with. */
interface Crash {
  readonly home: string;
  readonly threadId: string;
  readonly model: StepModel;
  /** Milliseconds from the first event to the kill, or to the end. */
  readonly lived: number;
  readonly hasEnded: boolean;
}

describe(`a process that is killed in the middle of a turn (seed ${seed})`, function () {
  this.timeout(240_000);
  let folder: string;
  let program: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-crash-'));
    program = await bundled(folder);
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it(`loses no answer that it had, and runs no call twice, at ${kills} random moments`, async () => {
    const random = new SeededRandom(seed);
    const whole = await run(join(folder, 'whole'), program, undefined);
    assert.ok(whole.hasEnded);
    await expectWhole(whole);
    const moments = Array.from({ length: kills }, () => random.below(Math.ceil(whole.lived)));
    const seen = { running: 0, interrupted: 0 };
    await inLanes(moments, async (moment, index) => {
      const crash = await run(join(folder, String(index)), program, moment);
      try {
        const { isRunning, interrupted } = await expectWhole(crash);
        if (isRunning) seen.running += 1;
        seen.interrupted += interrupted;
      } catch (error) {
        throw new Error(`killed ${moment} ms after the first event`, { cause: error });
      }
    });
    // Else the moments would have missed the turn, and nothing would be shown.
    assert.ok(seen.running >= kills / 2, `${seen.running} of ${kills} were killed in the middle`);
    assert.ok(seen.interrupted > 0, 'no call was ever interrupted');
  });
});

/** Starts a process and kills it so long after the first event of its turn, if it is to be killed. */
async function run(home: string, program: string, killAfterMs: number | undefined): Promise<Crash> {
  await mkdir(home, { recursive: true });
  const model = await StepModel.start();
  const entry = { command: process.execPath, args: [server, doneFile(home)] };
  await writeFile(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { steps: entry } }));
  const child = spawn(process.execPath, [program, home, model.baseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  let begunAt = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line !== 'begun') continue;
    begunAt = performance.now();
    if (killAfterMs !== undefined) void delay(killAfterMs).then(() => child.kill('SIGKILL'));
  }
  await exited;
  const [threadId = ''] = lines;
  return { home, threadId, model, lived: performance.now() - begunAt, hasEnded: lines.includes('ended') };
}

/** Opens the conversation, compares it with what was seen outside of the process, goes on with it, and compares again. */
async function expectWhole({ home, threadId, model }: Crash): Promise<{ isRunning: boolean; interrupted: number }> {
  const runtime = await createRuntime(crashOptions(home, model.baseUrl));
  try {
    const told = { texts: [...model.told.texts], results: [...model.told.results] };
    const thread = await runtime.openThread(threadId);
    const calls = callsOf(thread.state);
    assert.ok(calls.every(isToolCallEnded), 'a call is open');
    const results = calls.flatMap((call) => (isToolCallEnded(call) ? [textOf(call)] : []));
    for (const result of told.results) assert.ok(results.includes(result), `lost: ${result.slice(0, 40)}`);
    const texts = textsOf(thread.state);
    for (const text of told.texts) assert.ok(texts.includes(text), `lost: ${text}`);
    for (const label of await labelsDone(home)) assert.ok(labelsOf(calls).includes(label), `unknown call: ${label}`);
    const isRunning = thread.state.turns.at(-1)?.status === 'interrupted';
    const interrupted = calls.filter((call) => call.status === 'cancelled' && call.reason === 'interrupted').length;

    const outcome = await thread.submit('Go on');
    assert.equal(outcome.status === 'started' && (await outcome.done), 'completed');
    assert.deepEqual(labelsOf(callsOf(thread.state)).sort(), allLabels);
    const done = await labelsDone(home);
    assert.deepEqual([...new Set(done)], done, 'a call ran twice');
    return { isRunning, interrupted };
  } finally {
    await runtime.dispose();
    await model.dispose();
  }
}

function callsOf({ turns }: ThreadState): ToolCall[] {
  return turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call] : [])));
}

/** Labels of the calls that were completely written. */
function labelsOf(calls: readonly ToolCall[]): string[] {
  return calls.flatMap((call) => {
    const input = call.status === 'streaming' ? null : call.input;
    const label = typeof input === 'object' && input !== null && 'label' in input ? input.label : undefined;
    return typeof label === 'string' ? [label] : [];
  });
}

function textOf(call: Extract<ToolCall, { blocks: unknown }>): string {
  return call.blocks.map((block) => ('text' in block ? block.text : '')).join('\n\n');
}

/** What the model said in each round. */
function textsOf({ turns }: ThreadState): string[] {
  return turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'markdown' ? [part.text] : [])));
}

function doneFile(home: string): string {
  return join(home, 'done.txt');
}

async function labelsDone(home: string): Promise<string[]> {
  if (!existsSync(doneFile(home))) return [];
  return (await readFile(doneFile(home), 'utf8')).split('\n').filter((line) => line !== '');
}

/** Carries out a few at a time; the first failure counts. */
async function inLanes(items: readonly number[], work: (item: number, index: number) => Promise<void>): Promise<void> {
  const waiting = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** The process as one program, as the command line is bundled: it starts in a fraction of the time. */
async function bundled(folder: string): Promise<string> {
  const commandLine = targets.find(({ name }) => name === 'cli');
  await esbuild.build({
    ...commandLine?.options,
    absWorkingDir: repositoryRoot,
    entryPoints: { crashingTurn: 'test/support/crash/crashingTurn.ts' },
    outdir: join(folder, 'program'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    logLevel: 'warning',
  });
  return join(folder, 'program', 'crashingTurn.mjs');
}
