import assert from 'node:assert/strict';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../../src/core/models/languageModel.ts';
import { languageModels } from '../../../src/vscode/languageModels.ts';

const vendor = 'patchbay-tests';
const aTool = { name: 'mcp__tour__book', description: 'Books', inputSchema: { type: 'object' } };

/** One pixel. */
const aPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function said(text: string): ModelRequest {
  return { system: 'Be brief.', messages: [{ role: 'user', content: [{ type: 'text', text }] }], tools: [] };
}

function modelOf(name: string): Promise<LanguageModel> {
  return languageModels.resolve('vscode', `${vendor}/${name}`);
}

async function eventsOf(model: LanguageModel, request: ModelRequest, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

/** What the model of the test says that it was given. */
function given(events: readonly ModelEvent[]): unknown {
  const text = events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
  return JSON.parse(text);
}

async function failureOf(name: string): Promise<unknown> {
  return eventsOf(await modelOf(name), said('Hello')).then(
    () => assert.fail('it answered'),
    (error: unknown) => error,
  );
}

describe('the models of the editor', () => {
  it('are listed by vendor and id', async () => {
    const listed = await languageModels.list();
    assert.deepEqual(listed.filter(({ id }) => id.startsWith(vendor)).map(({ id, label }) => [id, label])[0], [
      `${vendor}/echo`,
      'Test model echo',
    ]);
  });

  it('say what they take', async () => {
    const model = await modelOf('echo');
    assert.equal(model.id, `vscode/${vendor}/echo`);
    assert.deepEqual([model.contextWindow, model.takesTools, model.isDemo], [12_000, true, false]);
  });

  it('answer text to the system prompt and the message, both as the person’s', async () => {
    const events = await eventsOf(await modelOf('echo'), said('Hello'));
    assert.deepEqual(given(events), [
      ['user', 'text', 'Be brief.'],
      ['user', 'text', 'Hello'],
    ]);
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
  });

  it('call tools, and get the result with its call', async () => {
    const model = await modelOf('echo');
    const request = { ...said('Book'), system: '', tools: [aTool] };
    const events = await eventsOf(model, request);
    assert.deepEqual(events, [
      { type: 'toolCall', id: 'call-1', name: aTool.name, input: { asked: 'it' } },
      { type: 'finish', reason: 'toolCalls' },
    ]);
    const call = { id: 'call-1', name: aTool.name, input: { asked: 'it' } };
    const content = [{ type: 'text', text: 'Booked.' }] as const;
    const messages = [
      ...request.messages,
      { role: 'assistant', text: '', toolCalls: [call] },
      { role: 'tool', results: [{ toolCallId: 'call-1', name: aTool.name, content, isError: false }] },
    ] as const;
    assert.deepEqual(given(await eventsOf(model, { ...request, messages })), [
      ['user', 'text', 'Book'],
      ['assistant', 'call', 'call-1', aTool.name, { asked: 'it' }],
      ['user', 'result', 'call-1', ['Booked.']],
    ]);
  });

  it('are given images where the editor can hand them over', async () => {
    const model = await modelOf('echo');
    assert.ok(model.takesImages, 'this editor has parts for bytes');
    const content = [
      { type: 'text', text: 'Look' },
      { type: 'image', mimeType: 'image/png', data: aPng },
    ] as const;
    const events = await eventsOf(model, { system: '', messages: [{ role: 'user', content }], tools: [] });
    assert.deepEqual(given(events), [
      ['user', 'text', 'Look'],
      ['user', 'data', 'image/png', aPng.length],
    ]);
  });

  it('are stopped in the middle of an answer', async () => {
    const stop = new AbortController();
    const model = await modelOf('slow');
    const iterator = model.stream(said('Hello'), stop.signal)[Symbol.asyncIterator]();
    assert.deepEqual((await iterator.next()).value, { type: 'text', delta: 'Wait' });
    stop.abort();
    await assert.rejects(iterator.next(), { name: 'ModelError', code: 'aborted' });
  });

  it('fail with a code that says whether to try again, and with what the provider said', async () => {
    const busy = await failureOf('busy');
    assert.ok(busy instanceof Error && 'code' in busy);
    assert.equal(busy.code, 'rate_limited');
    assert.match(busy.message, /Quota exceeded/);
    const broken = await failureOf('unknown-failure');
    assert.ok(broken instanceof Error && 'code' in broken);
    assert.equal(broken.code, 'refused');
    assert.match(broken.message, /The disk is on fire/);
  });

  it('that are not there are refused with the names of those that are', async () => {
    await assert.rejects(modelOf('gone'), (error: unknown) => {
      assert.ok(error instanceof Error && 'code' in error);
      assert.equal(error.code, 'not_configured');
      assert.match(error.message, /patchbay-tests\/echo/);
      return true;
    });
  });
});
