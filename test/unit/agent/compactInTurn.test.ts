import assert from 'node:assert/strict';
import type { ModelEvent, ModelRequest } from '../../../src/core/models/languageModel.ts';
import { ModelError } from '../../../src/core/models/modelError.ts';
import { totalTokens } from '../../../src/shared/thread/contextUse.ts';
import { FakeHub, textResult } from '../../support/fakeHub.ts';
import { aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';
import type { ScriptedRound } from './fakes/fakeModel.ts';

const book = [['mcp__tour__book_trip', { city: 'Paris' }]] as const;
const long = 'Hotel at docs://hotels/7. '.repeat(100);

/** A model with a window that answers requests for summaries beside its script. */
class BoundedModel extends FakeModel {
  readonly contextWindow: number | undefined;
  readonly summaries: ModelRequest[] = [];
  readonly #summary: string | ModelError;

  constructor(window: number | undefined, summary: string | ModelError, ...rounds: ScriptedRound[]) {
    super(...rounds);
    this.contextWindow = window;
    this.#summary = summary;
  }

  override async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    if (!request.system.startsWith('You summarize')) {
      yield* super.stream(request, signal);
      return;
    }
    this.summaries.push(request);
    if (this.#summary instanceof ModelError) throw this.#summary;
    yield* says(this.#summary);
  }
}

function tooLong(): never {
  throw new ModelError('context_overflow', 'The conversation is too long for the model.');
}

function tourHub(): FakeHub {
  const hub = new FakeHub(aServer({ tools: [aTool()] }));
  hub.onTool = () => Promise.resolve(textResult(long));
  return hub;
}

async function withThread(model: FakeModel, use: (thread: TestThread) => Promise<void>): Promise<void> {
  const settings = { permissionMode: 'bypass', compactAtPercent: 80 } as const;
  const thread = await TestThread.create({ hub: tourHub(), model, settings });
  try {
    await use(thread);
  } finally {
    await thread.dispose();
  }
}

const compactionsOf = (thread: TestThread): string[] =>
  thread.of('compactionEnded').flatMap(({ cause, result }) => (result ? [cause] : []));

const rounds = (count: number): ScriptedRound[] => Array.from({ length: count }, () => calls(...book));

describe('a conversation that becomes too long in a turn', () => {
  it('is summarized at the percentage of the window, and the turn goes on with the summary', async () => {
    const model = new BoundedModel(4_000, 'SUMMARY: docs://hotels/7 is free.', ...rounds(5), says('Booked.'));
    await withThread(model, async (thread) => {
      const turn = await thread.run('Find a hotel.');
      assert.equal(turn.status, 'completed');
      assert.deepEqual(compactionsOf(thread), ['percent']);
      const [before, after] = model.requests.slice(-2).map(({ messages }) => JSON.stringify(messages));
      assert.match(after!, /SUMMARY: docs:\/\/hotels\/7 is free\..*Find a hotel\./);
      assert.ok(after!.length < before!.length);
      assert.equal(turn.parts.filter(({ kind }) => kind === 'toolCall').length, 5);
      const measured = thread.of('contextMeasured').map(({ use }) => totalTokens(use));
      assert.ok(Math.max(...measured.slice(0, -1)) >= 3_200 && measured.at(-1)! < 3_200, measured.join(' '));
    });
  });

  it('is summarized when the model refuses its length, and asked again', async () => {
    const model = new BoundedModel(undefined, 'SUMMARY.', ...rounds(2), tooLong, says('Booked.'));
    await withThread(model, async (thread) => {
      const turn = await thread.run('Find a hotel.');
      assert.equal(turn.status, 'completed');
      assert.deepEqual(compactionsOf(thread), ['overflow']);
      assert.match(JSON.stringify(model.requests.at(-1)!.messages), /SUMMARY\..*Find a hotel\./);
    });
  });

  it('fails with what the model said when there is nothing to summarize, without asking on and on', async () => {
    const model = new BoundedModel(undefined, 'SUMMARY.', tooLong);
    await withThread(model, async (thread) => {
      const turn = await thread.run('Hello');
      assert.equal(turn.status, 'failed');
      assert.equal(turn.error?.code, 'context_overflow');
      assert.deepEqual([model.requests.length, model.summaries.length], [1, 0]);
    });
  });

  it('goes on unsummarized when the summary fails, and does not try again in that turn', async () => {
    const refusal = new ModelError('refused', 'No summaries today.');
    const model = new BoundedModel(4_000, refusal, ...rounds(6), says('Booked.'));
    await withThread(model, async (thread) => {
      const turn = await thread.run('Find a hotel.');
      assert.equal(turn.status, 'completed');
      assert.equal(model.summaries.length, 1);
      const [ended] = thread.of('compactionEnded');
      assert.equal(ended?.result, undefined);
      assert.match(ended?.message ?? '', /as before: No summaries today\./);
      assert.equal(thread.runner.state.compacting, undefined);
    });
  });

  it('is summarized on request between turns, stays so on disk, and is whole there', async () => {
    const answers = Array.from({ length: 5 }, (_, index) => says(`${long}${index}`));
    const model = new BoundedModel(undefined, 'SUMMARY.', ...answers);
    await withThread(model, async (thread) => {
      for (let index = 0; index < 5; index += 1) await thread.run(`Question ${index}.`);
      assert.equal((await thread.runner.compact()).status, 'completed');
      const next = new BoundedModel(undefined, 'SUMMARY.', says('Yes.'));
      const again = await thread.reopen(next);
      assert.equal(again.runner.state.turns.length, 5);
      await again.run('Do you remember?');
      const read = JSON.stringify(next.requests[0]!.messages);
      assert.match(read, /SUMMARY\..*Question 4\..*Do you remember\?/);
      assert.doesNotMatch(read, /Question 0/);
      await again.runner.dispose();
    });
  });
});
