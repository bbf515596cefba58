import assert from 'node:assert/strict';
import type { ModelEvent } from '../../../src/core/models/languageModel.ts';
import { OpenAiCompatibleModel } from '../../../src/core/models/openAiCompatibleModel.ts';
import { aGate } from '../../servers/scriptedModel/gate.ts';
import {
  aCall,
  anAnswer,
  aReasoning,
  aText,
  atGate,
  saying,
  silent,
  unfinished,
  type Round,
  type Script,
} from '../../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import { anEndpoint, aRequest, callsOf, neverAborted, roundOf } from './modelRound.ts';

describe('the OpenAI-compatible model', () => {
  let server: ScriptedModelServer | undefined;
  afterEach(() => server?.dispose());

  async function modelOf(script: Script): Promise<OpenAiCompatibleModel> {
    server = await ScriptedModelServer.start(script);
    return new OpenAiCompatibleModel(anEndpoint(server.baseUrl));
  }

  async function answerTo(round: Round) {
    return roundOf(await modelOf([round]), aRequest());
  }

  it('streams text as it comes and ends with one finish that counts the tokens', async () => {
    const { events, text } = await answerTo(saying('Rooms up to 180 euros.', 6));
    assert.equal(text, 'Rooms up to 180 euros.');
    assert.equal(events.filter((event) => event.type === 'text').length, 4);
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop', usage: { inputTokens: 11, outputTokens: 7 } });
    assert.equal(events.filter((event) => event.type === 'finish').length, 1);
  });

  it('hands out text while the answer is still open', async () => {
    const gate = aGate();
    const model = await modelOf([anAnswer([aText('first '), atGate(gate), aText('second')])]);
    const events = model.stream(aRequest(), neverAborted);
    assert.deepEqual((await events.next()).value, { type: 'text', delta: 'first ' });
    gate.open();
    assert.deepEqual((await events.next()).value, { type: 'text', delta: 'second' });
    await events.return(undefined);
  });

  it('tells reasoning from text', async () => {
    const { text, reasoning } = await answerTo(anAnswer([aReasoning('The handbook knows.'), aText('180 euros.')]));
    assert.equal(reasoning, 'The handbook knows.');
    assert.equal(text, '180 euros.');
  });

  it('announces a call when it begins and gives its parsed input when it is whole', async () => {
    const round = await answerTo(anAnswer([aCall('mcp__tour__estimate_cost', '{"city":"Paris","days":3}')]));
    assert.deepEqual(withoutFinish(round.events), [
      { type: 'toolCallStart', id: 'call_1', name: 'mcp__tour__estimate_cost' },
      { type: 'toolCall', id: 'call_1', name: 'mcp__tour__estimate_cost', input: { city: 'Paris', days: 3 } },
    ]);
    assert.equal(round.events.at(-1)?.type, 'finish');
  });

  it('keeps the calls of one answer apart and in order', async () => {
    const round = await answerTo(
      anAnswer([aText('Both.'), aCall('one', '{"a":1}', 'c1'), aCall('two', '{"b":2}', 'c2')]),
    );
    assert.deepEqual(
      callsOf(round).map(({ id, name, input }) => [id, name, input]),
      [
        ['c1', 'one', { a: 1 }],
        ['c2', 'two', { b: 2 }],
      ],
    );
  });

  it('gives the text of arguments that are not JSON, as it came', async () => {
    const round = await answerTo(anAnswer([aCall('anything', '{"city": Paris')]));
    assert.deepEqual(callsOf(round)[0]?.input, '{"city": Paris');
    assert.equal(round.error, undefined);
  });

  for (const levels of [201, 3_000, 20_000]) {
    it(`says that arguments ${levels} levels deep could not be read`, async () => {
      const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
      const round = await answerTo(anAnswer([aCall('anything', deep, 'call_1', 50_000)]));
      assert.equal(round.error?.code, 'bad_response');
      assert.match(round.error.message, /"org\/small" called a tool with arguments that could not be read.*deeply/);
      assert.deepEqual(callsOf(round), []);
    });
  }

  it('gives a call of a tool that nobody offered', async () => {
    const round = await answerTo(anAnswer([aCall('made_up', '{"x":true}')]));
    assert.deepEqual(callsOf(round)[0], { type: 'toolCall', id: 'call_1', name: 'made_up', input: { x: true } });
  });

  it('gives arguments that the schema of the tool forbids', async () => {
    const inputSchema = { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] };
    const tools = [{ name: 'plan', description: 'Plans.', inputSchema }];
    const model = await modelOf([anAnswer([aCall('plan', '{"days":"three"}')])]);
    assert.deepEqual(callsOf(await roundOf(model, aRequest({ tools })))[0]?.input, { days: 'three' });
  });

  for (const offered of ['offered', 'unknown'] as const) {
    it(`reads no arguments at all as an empty object, for an ${offered} tool`, async () => {
      const tools = offered === 'offered' ? [{ name: 'now', description: '', inputSchema: { type: 'object' } }] : [];
      const model = await modelOf([anAnswer([aCall('now', '')])]);
      assert.deepEqual(callsOf(await roundOf(model, aRequest({ tools })))[0]?.input, {});
    });
  }

  it('says that there are calls although the endpoint says it just stopped', async () => {
    const { events } = await answerTo(anAnswer([aCall('now', '{}')], { reason: 'stop' }));
    assert.equal(finishOf(events)?.reason, 'toolCalls');
  });

  it('says that the answer hit its limit', async () => {
    const { events } = await answerTo(anAnswer([aText('Once upon')], { reason: 'length' }));
    assert.equal(finishOf(events)?.reason, 'length');
  });

  it('says that a content filter ended the answer', async () => {
    const { events } = await answerTo(anAnswer([aText('I would')], { reason: 'content_filter' }));
    assert.equal(finishOf(events)?.reason, 'filtered');
  });

  it('takes an answer without a finish reason as whole when the endpoint says that it is done', async () => {
    const { events, text, error } = await answerTo(anAnswer([aText('All of it.')], { reason: null }));
    assert.equal(error, undefined);
    assert.equal(text, 'All of it.');
    assert.equal(finishOf(events)?.reason, 'other');
  });

  it('leaves usage out when the endpoint counts nothing', async () => {
    const { events } = await answerTo({ steps: [aText('Hi')], finish: { reason: 'stop', isDoneSent: true } });
    assert.deepEqual(finishOf(events), { type: 'finish', reason: 'stop' });
  });

  describe('when it is stopped', () => {
    it('ends at once in the middle of an answer and closes the connection', async () => {
      const gate = aGate();
      const model = await modelOf([unfinished([aText('Once '), atGate(gate)])]);
      const stop = new AbortController();
      const events = model.stream(aRequest(), stop.signal);
      await events.next();
      const next = events.next();
      stop.abort();
      await assert.rejects(next, { name: 'ModelError', code: 'aborted' });
      await server?.requests[0]?.closed;
    });

    it('ends at once before the endpoint has said a word', async () => {
      const model = await modelOf([silent]);
      const stop = new AbortController();
      const round = roundOf(model, aRequest(), stop.signal);
      const request = await server?.request(1);
      stop.abort();
      assert.equal((await round).error?.code, 'aborted');
      await request?.closed;
    });

    it('sends nothing when it was stopped before', async () => {
      const model = await modelOf([saying('never')]);
      const { error } = await roundOf(model, aRequest(), AbortSignal.abort());
      assert.equal(error?.code, 'aborted');
      assert.equal(server?.requests.length, 0);
    });

    it('closes the connection when the reader leaves early', async () => {
      const gate = aGate();
      const model = await modelOf([unfinished([aText('Once '), atGate(gate)])]);
      for await (const event of model.stream(aRequest(), neverAborted)) {
        assert.equal(event.type, 'text');
        break;
      }
      await server?.requests[0]?.closed;
    });
  });
});

function finishOf(events: readonly ModelEvent[]) {
  return events.find((event) => event.type === 'finish');
}

function withoutFinish(events: readonly ModelEvent[]) {
  return events.filter((event) => event.type !== 'finish');
}
