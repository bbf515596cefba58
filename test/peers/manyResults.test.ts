import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRuntime } from '../../src/core/runtime.ts';
import { aCall, anAnswer, saying } from '../servers/scriptedModel/script.ts';
import type { RecordedRequest, Round } from '../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../servers/scriptedModel/scriptedModelServer.ts';
import { crashOptions } from '../support/crash/crashOptions.ts';
import type { ManyResults } from '../support/memory/manyResults.ts';

const program = fileURLToPath(new URL('../support/memory/manyResults.ts', import.meta.url));
const server = fileURLToPath(new URL('../servers/reportServer.mjs', import.meta.url));
const turns = 20;
const callsATurn = 50;

/** Contract §9, of what JavaScript holds; the benchmark measures the whole process. */
const mostGrowth = 60_000_000;

describe('a conversation with 1,000 results of 1 MB each', function () {
  this.timeout(240_000);
  let home: string;
  let model: ScriptedModelServer;
  let results: ManyResults;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'patchbay-results-'));
    model = await ScriptedModelServer.start(callsThenText);
    const entry = { command: process.execPath, args: [server] };
    await writeFile(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { large: entry } }));
    const child = fork(program, [home, model.baseUrl, String(turns)], {
      execArgv: [...process.execArgv, '--expose-gc'],
    });
    const exited = once(child, 'exit');
    const [found] = (await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => assert.fail(`the process ended with code ${String(code)}`)),
    ])) as [ManyResults];
    results = found;
    await exited;
  });
  after(async () => {
    await model.dispose();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('holds no result in memory', () => {
    const growth = results.after - results.before;
    assert.ok(growth <= mostGrowth, `it grew by ${growth} bytes`);
  });

  it('opens again with each call and its one result, whose whole text is stored', async () => {
    const runtime = await createRuntime(crashOptions(home, model.baseUrl));
    try {
      const { state } = await runtime.openThread(results.threadId);
      const calls = state.turns.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === 'toolCall' ? [part] : [])),
      );
      assert.equal(calls.length, turns * callsATurn);
      for (const { call } of calls) {
        assert.equal(call.status, 'completed');
        const [block] = call.blocks;
        assert.ok(block?.type === 'artifact' && block.chars === 1_000_000, JSON.stringify(block).slice(0, 200));
      }
      const last = calls.at(-1)?.call;
      const [block] = last?.status === 'completed' ? last.blocks : [];
      assert.ok(block?.type === 'artifact');
      const { bytes } = await runtime.artifacts.read(state.id, block.artifact.id);
      assert.match(bytes.toString('utf8', 0, 20), /^Report \d+\n/);
    } finally {
      await runtime.dispose();
    }
  });

  it('is told to the model, and kept, in a small part of its size', async () => {
    const request = model.requests.at(-1);
    const told = JSON.stringify(request?.body).length;
    assert.ok(told < 3_000_000, `the model is told ${told} characters`);
    const { size } = await stat(join(home, 'storage', 'threads', results.threadId, 'events.jsonl'));
    assert.ok(size < 10_000_000, `the log has ${size} bytes`);
  });
});

/** Answers what a person says with calls, and their results with a word. */
function callsThenText({ body }: RecordedRequest): Round {
  if (body.messages.at(-1)?.role !== 'user') return saying('Read.');
  return anAnswer(Array.from({ length: callsATurn }, (_, index) => aCall('mcp__large__report', '{}', `call_${index}`)));
}
