import assert from 'node:assert/strict';
import { RequestBuilder } from '../../../src/core/agent/context/requestBuilder.ts';
import { measureContext, MeasureCache } from '../../../src/core/agent/context/contextMeasure.ts';
import type { LanguageModel, ModelMessage } from '../../../src/core/models/languageModel.ts';
import { defaultSettings } from '../../../src/core/settings.ts';
import type { ContextUse } from '../../../src/shared/thread/contextUse.ts';
import { totalTokens } from '../../../src/shared/thread/contextUse.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import type { ThreadState } from '../../../src/shared/thread/threadState.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aTurn, stateOf } from './fakes/aConversation.ts';
import { SummarizingModel } from './fakes/summarizingModel.ts';

const tool = { name: 'mcp__tour__book', description: 'Books. '.repeat(50), inputSchema: { type: 'object' } };
const said = (text: string, isMeta = false): ModelMessage => ({
  role: 'user',
  isMeta,
  content: [{ type: 'text', text }],
});

describe('measureContext', () => {
  const measure = (material: readonly ModelMessage[], conversation: readonly ModelMessage[]) =>
    measureContext(
      { system: 'S'.repeat(400), tools: [tool], segments: [{ material, conversation }] },
      new MeasureCache(),
    );

  it('tells tokens by category', () => {
    const { system, tools, material, conversation } = measure([said('m'.repeat(4_000), true)], [said('c'.repeat(800))]);
    assert.equal(system, 100);
    assert.ok(tools > 80 && tools < 130);
    assert.ok(material >= 1_000 && material < 1_020);
    assert.ok(conversation >= 200 && conversation < 220);
  });

  it('counts calls, results and reasoning, and scripts of several bytes a letter as more than ASCII', () => {
    const calls: ModelMessage = {
      role: 'assistant',
      reasoning: [{ text: 'r'.repeat(400) }],
      text: '',
      toolCalls: [{ id: 'a', name: 'x', input: { text: 'i'.repeat(400) } }],
    };
    const content = [{ type: 'text' as const, text: 'r'.repeat(400) }];
    const results: ModelMessage = { role: 'tool', results: [{ toolCallId: 'a', name: 'x', content, isError: false }] };
    assert.ok(measure([], [calls]).conversation > 200);
    assert.ok(measure([], [calls, results]).conversation > 300);
    assert.ok(
      measure([], [said('漢'.repeat(400))]).conversation > 2 * measure([], [said('a'.repeat(400))]).conversation,
    );
  });

  it('counts images by their size, within what providers count', () => {
    const image = (bytes: number): ModelMessage => ({
      role: 'user',
      content: [{ type: 'image', mimeType: 'image/png', data: new Uint8Array(bytes) }],
    });
    const [small, middle, large] = [1, 400_000, 5_000_000].map((bytes) => measure([], [image(bytes)]).conversation);
    assert.ok(small! >= 100 && middle! > small! && large! < 2_000 && large! > middle!);
  });

  it('measures what a turn gave once', () => {
    let reads = 0;
    const segment = {
      material: [],
      get conversation() {
        reads += 1;
        return [said('Hello.')];
      },
    };
    const cache = new MeasureCache();
    const request = { system: '', tools: [], segments: [segment] };
    assert.deepEqual(measureContext(request, cache), measureContext(request, cache));
    assert.equal(reads, 1);
  });
});

describe('the meter of a thread', () => {
  const model = new SummarizingModel({ contextWindow: 100_000 });
  const builder = (): RequestBuilder =>
    new RequestBuilder({
      hub: new FakeHub(),
      artifacts: { read: () => Promise.reject(new Error('Nothing is stored')) },
      settings: () => defaultSettings,
    });
  const useOf = async (
    requests: RequestBuilder,
    state: ThreadState,
    asked: LanguageModel = model,
  ): Promise<ContextUse> => (await requests.build(asked, [tool], { threadId: 'thread-1', state })).use;
  /** A running turn whose first round was reported with so many tokens. */
  const reported = (inputTokens: number): ThreadState =>
    stateOf(
      ...aTurn({ id: 't', rounds: [{ says: 'Well.', usage: { inputTokens, outputTokens: 1 } }], isEnded: false }),
    );
  const begun = stateOf(...aTurn({ id: 't', isEnded: false }));

  it('is corrected by what the provider reported for the request before', async () => {
    const requests = builder();
    const first = totalTokens(await useOf(requests, begun));
    const second = totalTokens(await useOf(requests, reported(first * 2)));
    assert.ok(second > first * 1.95 && second < first * 2.2, `${first} became ${second}`);
  });

  it('is not corrected by a report that cannot be of the whole request', async () => {
    for (const factor of [0, 0.01, 50]) {
      const requests = builder();
      const first = totalTokens(await useOf(requests, begun));
      const second = totalTokens(await useOf(requests, reported(Math.round(first * factor))));
      assert.ok(second < first * 1.2 && second >= first, `${first} became ${second}`);
    }
  });

  it('keeps the correction for the model that it was reported of', async () => {
    const requests = builder();
    const first = totalTokens(await useOf(requests, begun));
    await useOf(requests, reported(first * 2));
    const other = Object.assign(new SummarizingModel({ contextWindow: 5 }), { id: 'other/model' });
    const use = await useOf(requests, reported(first * 2), other);
    assert.ok(totalTokens(use) < first * 1.2);
    assert.equal(use.window, 5);
  });

  it('counts attached resources as material and a summary as conversation', async () => {
    const attached: ThreadEvent = {
      type: 'materialAttached',
      at: 1,
      turnId: 't',
      materialId: 'm',
      origin: 'mention',
      server: 'tour',
      uri: 'docs://handbook',
      chars: 8_000,
      blocks: [{ type: 'resource', server: 'tour', uri: 'docs://handbook', text: 'x'.repeat(8_000) }],
    };
    const summary: ThreadEvent = {
      type: 'compactionEnded',
      at: 1,
      compactionId: 's',
      cause: 'asked',
      result: { reach: { turnId: 't', rounds: 0 }, summary: 'x'.repeat(4_000), tokensBefore: 1, tokensAfter: 1 },
    };
    const events = [...aTurn({ id: 's' }), ...aTurn({ id: 't', input: [attached] }), summary];
    const { material, conversation } = await useOf(builder(), stateOf(...events));
    assert.ok(material > 2_000 && material < 2_200);
    assert.ok(conversation > 1_000 && conversation < 1_300);
  });

  it('holds a thread of 10,000 messages without measuring or reading ended turns again', async () => {
    const turns = Array.from({ length: 5_000 }, (_, index) =>
      aTurn({ id: `t${index}`, text: 'How far is it? '.repeat(20), rounds: [{ says: 'It is far. '.repeat(50) }] }),
    );
    const before = stateOf();
    // Built as the reducer would, which copies the list with each turn.
    const ended = turns.map((events) => stateOf(...events).turns[0]!);
    const state: ThreadState = { ...before, turns: ended };
    const requests = builder();
    let slices = 0;
    let isDone = false;
    const work = (): void => {
      slices += 1;
      if (!isDone) setImmediate(work);
    };
    work();
    const first = await requests.build(model, [tool], { threadId: 'thread-1', state });
    isDone = true;
    assert.ok(totalTokens(first.use) > 1_000_000);
    assert.ok(slices > 40, `other work had ${slices} turns`);

    const next: ThreadState = { ...state, turns: [...ended, stateOf(...aTurn({ id: 'new' })).turns[0]!] };
    const second = await requests.build(model, [tool], { threadId: 'thread-1', state: next });
    assert.equal(second.request.messages.length, first.request.messages.length + 1);
    // The same objects: nothing of them was made or measured again, but for the four turns that have become old.
    const remade = first.request.messages.filter((message, index) => message !== second.request.messages[index]);
    assert.ok(remade.length <= 8, `${remade.length} messages were made again`);
  });
});
