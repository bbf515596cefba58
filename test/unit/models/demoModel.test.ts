import assert from 'node:assert/strict';
import { DemoModel } from '../../../src/core/models/demo/demoModel.ts';
import { signature } from '../../../src/core/models/demo/signature.ts';
import type { ModelMessage } from '../../../src/core/models/languageModel.ts';
import { attached, calledWith, fromPrompt, tourTools } from './demoScenes.ts';
import { aRequest, roundOf, theUser } from './modelRound.ts';

describe('the offline demo model', () => {
  const model = new DemoModel(0);

  it('says what it is', () => {
    assert.deepEqual(
      { id: model.id, label: model.label, isDemo: model.isDemo, takesImages: model.takesImages },
      { id: 'demo/offline', label: 'Offline demo – no AI', isDemo: true, takesImages: false },
    );
  });

  const scenes: Readonly<Record<string, () => Promise<ModelMessage[]>>> = {
    'a question about a mention': async () => [await attached(), theUser('Hotels? @tour:docs://handbook')],
    'a prompt': async () => [await attached(), fromPrompt('Plan 3 days in Paris.')],
    'a denial': () =>
      Promise.resolve([
        theUser('Read docs://a from b'),
        ...calledWith('access_mcp_resource', { uri: 'docs://a' }, 'The user denied this call.', true),
      ]),
    'a greeting': () => Promise.resolve([theUser('Hello')]),
  };
  for (const [name, scene] of Object.entries(scenes)) {
    it(`answers the same twice, and signs it, for ${name}`, async () => {
      const request = aRequest({ messages: await scene(), tools: tourTools });
      const [first, second] = [await roundOf(model, request), await roundOf(model, request)];
      assert.equal(first.error, undefined);
      assert.deepEqual(first.events, second.events);
      assert.ok(first.text.endsWith(`\n\n${signature}`), first.text);
      assert.deepEqual(first.events.at(-1), { type: 'finish', reason: 'stop' });
    });
  }

  it('signs in one line of italics', () => {
    assert.match(signature, /^\*Offline demo – no AI\..*[^*]\*$/);
  });

  it('streams a few words at a time', async () => {
    const { events, text } = await roundOf(model, aRequest({ tools: tourTools }));
    const deltas = events.flatMap((event) => (event.type === 'text' ? [event.delta] : []));
    assert.ok(deltas.length > 10);
    assert.ok(deltas.every((delta) => delta.trim().split(/\s+/).length <= 3));
    assert.equal(deltas.join(''), text);
  });

  it('calls with an id that is new in the conversation', async () => {
    const typed = theUser('Read docs://handbook from tour');
    const earlier = calledWith('access_mcp_resource', {}, 'The user denied this call.', true, 'demo_call_1');
    const messages = [typed, ...earlier, typed];
    const { events } = await roundOf(model, aRequest({ messages, tools: tourTools }));
    const input = { server_name: 'tour', uri: 'docs://handbook' };
    assert.deepEqual(events, [
      { type: 'toolCallStart', id: 'demo_call_2', name: 'access_mcp_resource' },
      { type: 'toolCall', id: 'demo_call_2', name: 'access_mcp_resource', input },
      { type: 'finish', reason: 'toolCalls' },
    ]);
  });

  it('stops at once in the middle of a pause', async () => {
    const stop = new AbortController();
    const slow = new DemoModel(60_000).stream(aRequest(), stop.signal);
    const first = slow.next();
    stop.abort();
    await assert.rejects(first, { name: 'ModelError', code: 'aborted' });
  });

  it('says nothing when it was stopped before', async () => {
    const { error, events } = await roundOf(model, aRequest(), AbortSignal.abort());
    assert.equal(error?.code, 'aborted');
    assert.deepEqual(events, []);
  });
});
