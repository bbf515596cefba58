import assert from 'node:assert/strict';
import type { ModelMessage } from '../../../src/core/models/languageModel.ts';
import type { TranscriptOptions } from '../../../src/core/agent/turn/transcript.ts';
import { messagesOf, TranscriptBuilder } from '../../../src/core/agent/turn/transcript.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../src/shared/thread/threadReducer.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';
import { recordedEvents } from '../threads/threadEvents.ts';
import { assertPaired } from './fakes/pairing.ts';
import { randomConversation } from './fakes/randomConversation.ts';
import { SeededRandom } from '../../support/seededRandom.ts';

const artifacts = {
  read: () => Promise.resolve({ mimeType: 'image/png', bytes: Buffer.from('png') }),
};

async function transcript(
  events: readonly ThreadEvent[],
  options: Partial<TranscriptOptions> = {},
): Promise<ModelMessage[]> {
  const state = events.reduce(reduceThread, emptyThread('thread-1', 0));
  const whole = { threadId: 'thread-1', takesImages: true, artifacts, modelId: 'acme/large', ...options };
  return messagesOf(await new TranscriptBuilder().build(state, whole));
}

/** Events of one turn, without the turn's id and the time. */
function turn(id: string, text: string, ...events: readonly ThreadEvent[]): ThreadEvent[] {
  return [{ type: 'turnStarted', at: 1, turnId: id, text }, ...events];
}

const said = (delta: string): ThreadEvent => ({ type: 'textDelta', at: 1, turnId: 't', delta });
const roundEnded: ThreadEvent = { type: 'roundEnded', at: 1, turnId: 't' };
const ready = (toolCallId: string, input: { [key: string]: string } | string | null = {}): ThreadEvent => ({
  type: 'toolCallReady',
  at: 1,
  turnId: 't',
  toolCallId,
  name: 'mcp__tour__book',
  target: { kind: 'tool', server: 'tour', tool: 'book' },
  input,
});
const done = (toolCallId: string, text: string): ThreadEvent => ({
  type: 'toolCallEnded',
  at: 1,
  turnId: 't',
  toolCallId,
  status: 'completed',
  blocks: [{ type: 'text', text }],
});
const ended = (status: 'completed' | 'failed' | 'cancelled' | 'interrupted', turnId = 't'): ThreadEvent => {
  return { type: 'turnEnded', at: 1, turnId, status };
};

describe('the transcript', () => {
  it('puts material first, as the host’s own, then the person’s words, then rounds with results', async () => {
    const messages = await transcript(recordedEvents());
    const shape = messages.map((message) => (message.role === 'user' && message.isMeta ? 'meta' : message.role));
    assert.deepEqual(shape, ['meta', 'user', 'assistant', 'tool', 'assistant']);
    const [material, own, first, results, last] = messages as [
      ...[ModelMessage, ModelMessage],
      Extract<ModelMessage, { role: 'assistant' }>,
      Extract<ModelMessage, { role: 'tool' }>,
      ModelMessage,
    ];
    assert.match(JSON.stringify(material), /docs:\/\/handbook.*Rule 2/);
    assert.deepEqual(own, {
      role: 'user',
      content: [{ type: 'text', text: 'Plan a trip to Zürich 🏔️\nwith @tour:docs://handbook' }],
    });
    assert.equal(first.text, 'Let me look.\n');
    assert.deepEqual(
      results.results.map(({ toolCallId, isError }) => [toolCallId, isError]),
      [
        ['call-1', true],
        ['call-2', false],
      ],
    );
    assert.deepEqual(last, { role: 'assistant', text: 'Here is the plan.', toolCalls: [] });
    assert.doesNotMatch(JSON.stringify(messages), /Hm /);
  });

  it('gives a prompt’s messages with their roles and never its slash command', async () => {
    const text = (value: string) => [{ type: 'text' as const, text: value }];
    const messages = await transcript([
      { type: 'turnStarted', at: 1, turnId: 't', text: '/tour:plan_trip Paris 3', isCommand: true },
      {
        type: 'promptInserted',
        at: 1,
        turnId: 't',
        server: 'tour',
        prompt: 'plan_trip',
        arguments: { city: 'Paris' },
        messages: [
          { role: 'user', blocks: text('Plan it.') },
          { role: 'assistant', blocks: text('Gladly.') },
          { role: 'user', blocks: text('Go.') },
        ],
      },
      said('Day 1'),
      roundEnded,
      ended('completed'),
    ]);
    assert.deepEqual(messages, [
      { role: 'user', isMeta: true, content: [{ type: 'text', text: 'Plan it.' }] },
      { role: 'assistant', text: 'Gladly.', toolCalls: [] },
      { role: 'user', isMeta: true, content: [{ type: 'text', text: 'Go.' }] },
      { role: 'assistant', text: 'Day 1', toolCalls: [] },
    ]);
  });

  it('gives nothing of a prompt that could not be fetched', async () => {
    const started: ThreadEvent = { type: 'turnStarted', at: 1, turnId: 't', text: '/tour:plan_trip', isCommand: true };
    assert.deepEqual(await transcript([started, ended('failed')]), []);
  });

  it('keeps what a failed turn said and asked, and goes on', async () => {
    const messages = await transcript([
      ...turn('t', 'First', said('Half an ans'), ended('failed')),
      ...turn('u', 'Second', ended('failed', 'u')),
      ...turn('v', 'Third'),
    ]);
    assert.deepEqual(
      messages.map((message) => (message.role === 'user' ? message.content[0] : message)),
      [
        { type: 'text', text: 'First' },
        { role: 'assistant', text: 'Half an ans', toolCalls: [] },
        { type: 'text', text: 'Second' },
        { type: 'text', text: 'Third' },
      ],
    );
  });

  it('gives calls that never ended a result that says what is not known', async () => {
    const results = [];
    for (const status of ['cancelled', 'interrupted'] as const) {
      const messages = await transcript(turn('t', 'Go', ready('a'), roundEnded, ended(status)));
      assertPaired(messages);
      const last = messages.at(-1);
      results.push(last?.role === 'tool' ? last.results[0]?.content : undefined);
    }
    assert.match(JSON.stringify(results[0]), /was stopped before.*may have taken effect/);
    assert.match(JSON.stringify(results[1]), /was closed before.*may have taken effect/);
  });

  it('leaves out a call that the model did not finish writing', async () => {
    const started: ThreadEvent = { type: 'toolCallStarted', at: 1, turnId: 't', toolCallId: 'b', name: 'x' };
    const messages = await transcript(turn('t', 'Go', said('Let me'), started, ended('cancelled')));
    assert.deepEqual(messages.at(-1), { role: 'assistant', text: 'Let me', toolCalls: [] });
  });

  it('gives arguments that were no object as an empty one, since providers refuse others', async () => {
    const messages = await transcript(turn('t', 'Go', ready('a', '{"city'), done('a', 'not JSON'), roundEnded));
    assertPaired(messages);
    const answer = messages.find((message) => message.role === 'assistant');
    assert.deepEqual(answer?.toolCalls[0]?.input, {});
  });

  it('sends images to models that take them only', async () => {
    const image = { id: 'tour/logo/00-image-0123456789abcdef.png', mimeType: 'image/png', bytes: 3 };
    const events = turn('t', 'Go', ready('a'), roundEnded, {
      type: 'toolCallEnded',
      at: 1,
      turnId: 't',
      toolCallId: 'a',
      status: 'completed',
      blocks: [{ type: 'image', artifact: image, isForModel: true }],
    });
    const hasImage = (messages: readonly ModelMessage[]): boolean =>
      messages.some(
        (message) => message.role === 'tool' && message.results[0]!.content.some(({ type }) => type === 'image'),
      );
    assert.equal(hasImage(await transcript(events)), true);
    assert.equal(hasImage(await transcript(events, { takesImages: false })), false);
  });

  it('goes on without an image that the disk does not give', async () => {
    const image = { id: 'tour/logo/00-image-0123456789abcdef.png', mimeType: 'image/png', bytes: 3 };
    const events = turn('t', 'Go', ready('a'), roundEnded, {
      type: 'toolCallEnded',
      at: 1,
      turnId: 't',
      toolCallId: 'a',
      status: 'completed',
      blocks: [{ type: 'image', artifact: image, isForModel: true }],
    });
    const failing = { read: () => Promise.reject(new Error('EACCES: permission denied')) };
    const messages = await transcript(events, { artifacts: failing });
    assert.match(JSON.stringify(messages.at(-1)), /cannot be shown\. EACCES/);
  });

  it('pairs every call with one result, wherever a conversation is cut and however its turns end', async () => {
    const random = new SeededRandom(42);
    for (let run = 0; run < 300; run += 1) {
      const events = randomConversation(random);
      assertPaired(await transcript(events));
      assertPaired(await transcript(events.slice(0, random.below(events.length + 1))));
    }
  });
});
