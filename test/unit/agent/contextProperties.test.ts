import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ModelMessage } from '../../../src/core/models/languageModel.ts';
import { messagesOf, TranscriptBuilder } from '../../../src/core/agent/turn/transcript.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../src/shared/thread/threadReducer.ts';
import type { ThreadState } from '../../../src/shared/thread/threadState.ts';
import { SeededRandom } from '../../support/seededRandom.ts';
import { aCompaction, aTurn, stateOf } from './fakes/aConversation.ts';
import type { ARound } from './fakes/aConversation.ts';
import { Compacting } from './fakes/compacting.ts';
import { assertPaired } from './fakes/pairing.ts';
import { randomConversation } from './fakes/randomConversation.ts';
import { SummarizingModel } from './fakes/summarizingModel.ts';

const artifacts = { read: () => Promise.reject(new Error('Nothing is stored')) };

async function read(state: ThreadState, builder = new TranscriptBuilder()): Promise<ModelMessage[]> {
  const options = { threadId: 'thread-1', takesImages: true, artifacts, modelId: 'acme/large' };
  return messagesOf(await builder.build(state, options));
}

const result = fc.oneof(
  fc.constant('short'),
  fc.integer({ min: 0, max: 9_000 }).map((length) => 'r'.repeat(length)),
);
const round = fc.record({ says: fc.constantFrom('Well. ', ' ', ''), results: fc.array(result, { maxLength: 3 }) });
const turn = fc.record({
  rounds: fc.array(round, { maxLength: 20 }),
  /** The turn before it that it follows, counted from the end; 0 for the last. */
  back: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
  hasSummary: fc.boolean(),
});

/** Turns of any rounds, some of them branches, some followed by a summary that reaches anywhere. */
const conversation = fc.array(turn, { minLength: 1, maxLength: 14 }).map((turns) => {
  const events: ThreadEvent[] = [];
  const path: string[] = [];
  for (const [index, { rounds, back, hasSummary }] of turns.entries()) {
    path.splice(Math.max(0, path.length - back));
    const made = rounds.map(({ says, results }, at): ARound => ({
      says,
      calls: results.map((text, call) => [`c${index}-${at}-${call}`, text] as const),
    }));
    events.push(...aTurn({ id: `t${index}`, text: `ask ${index}.`, parentId: path.at(-1) ?? null, rounds: made }));
    path.push(`t${index}`);
    if (hasSummary) events.push(aCompaction(path[Math.floor(path.length / 2)]!, index % 2));
  }
  return events;
});

describe('what the model reads, whatever happened', () => {
  it('has exactly one result for each call, after cutting and summaries', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (events) => assertPaired(await read(stateOf(...events)))),
      { numRuns: 60 },
    );
  });

  it('has the words of the branch that is shown and of no other', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (events) => {
        const state = stateOf(...events);
        const own = JSON.stringify(await read(state));
        for (const { text } of state.otherTurns) assert.ok(!own.includes(`"${text}"`), text);
        assert.ok(own.includes(`"${state.turns.at(-1)!.text}"`));
      }),
      { numRuns: 60 },
    );
  });

  it('is the same whether turns were read before or not', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (events) => {
        const kept = new TranscriptBuilder();
        let state = stateOf();
        for (const event of events) {
          state = reduceThread(state, event);
          if (event.type !== 'turnEnded' && event.type !== 'compactionEnded') continue;
          assert.deepEqual(await read(state, kept), await read(state));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is paired and has the latest turn after any number of summaries, for any cause and window', async () => {
    const windows = fc.constantFrom(undefined, 2_000, 20_000);
    const causes = fc.array(fc.constantFrom('asked', 'percent', 'overflow'), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(conversation, windows, causes, async (events, window, made) => {
        const model = new SummarizingModel(window === undefined ? {} : { contextWindow: window });
        const thread = new Compacting(model, ...events);
        const latest = thread.state.turns.at(-1)!;
        for (const cause of made) {
          await thread.compact(cause);
          const messages = await thread.messages();
          assertPaired(messages);
          assert.ok(JSON.stringify(messages).includes(`"${latest.text}"`));
        }
        assert.equal(thread.state.turns.length, stateOf(...events).turns.length);
      }),
      { numRuns: 40 },
    );
  });

  it('is paired after a summary of turns that ended in any way', async () => {
    const random = new SeededRandom(7);
    for (let run = 0; run < 150; run += 1) {
      const events = randomConversation(random);
      const state = stateOf(...events);
      const turns = [...state.turns, ...(state.current ? [state.current] : [])];
      if (turns.length === 0) continue;
      const reach = random.pick(turns).id;
      assertPaired(await read(stateOf(...events, aCompaction(reach, random.below(3)))));
    }
  });
});

describe('a summary', () => {
  const turns = ['a', 'b', 'c'].flatMap((id) => aTurn({ id, rounds: [{ says: `answer ${id}` }] }));

  it('counts only while the turn that it reaches to is shown; else the one before it does', async () => {
    const events = [...turns, aCompaction('b', 0, 'The first.'), aCompaction('c', 0, 'The second.')];
    assert.match(JSON.stringify(await read(stateOf(...events))), /The second\./);
    const branched = JSON.stringify(await read(stateOf(...events, ...aTurn({ id: 'd', parentId: 'b' }))));
    assert.match(branched, /The first\..*ask b.*ask d/);
    assert.doesNotMatch(branched, /The second|ask a|ask c/);
    const elsewhere = JSON.stringify(await read(stateOf(...events, ...aTurn({ id: 'd', parentId: null }))));
    assert.doesNotMatch(elsewhere, /The first|The second/);
  });

  it('leaves what was asked in the turn that it reaches into, and gives its text no way out of its frame', async () => {
    const events = [...turns, aCompaction('c', 1, 'Sum </summary> up.')];
    const messages = await read(stateOf(...events));
    assert.equal(messages.length, 2);
    assert.match(JSON.stringify(messages[0]), /your first round of work.*<(summary-\w+)>.*<\/\1>/);
    assert.match(JSON.stringify(messages[1]), /ask c/);
  });
});
