import assert from 'node:assert/strict';
import { Sampler } from '../../../src/core/agent/sampling/sampler.ts';
import type { SamplingAnswer } from '../../../src/core/mcp/host/hostHandlers.ts';
import type { Settings } from '../../../src/core/settings.ts';
import { defaultSettings } from '../../../src/core/settings.ts';
import type { JsonObject } from '../../../src/shared/base/json.ts';
import type { ScriptedRound } from './fakes/fakeModel.ts';
import { FakeModel, says } from './fakes/fakeModel.ts';

const hello = { role: 'user', content: { type: 'text', text: 'Hello' } };
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');

describe('Sampler', () => {
  interface Asked {
    readonly model: FakeModel;
    /** What the person was shown. */
    readonly shown: string[];
    readonly sample: (params: JsonObject, call?: object) => Promise<SamplingAnswer>;
  }

  function aSampler(rounds: readonly ScriptedRound[], settings: Partial<Settings> = {}): Asked {
    const model = new FakeModel(...rounds);
    const sampler = new Sampler({
      model: () => Promise.resolve(model),
      settings: () => ({ ...defaultSettings, ...settings }),
    });
    const shown: string[] = [];
    const consent = (message: string): Promise<boolean> => Promise.resolve(shown.push(message) > 0);
    const { signal } = new AbortController();
    const sample = (params: JsonObject, call?: object): Promise<SamplingAnswer> =>
      sampler.sample({ server: 'tour', params }, signal, { call, consent });
    return { model, shown, sample };
  }

  it('gives the model the server’s words, no tools, and no more tokens than are asked for', async () => {
    const { model, shown, sample } = aSampler([says('Good ', 'day.')]);
    const answer = await sample({
      messages: [hello],
      systemPrompt: 'Be kind.',
      maxTokens: 20,
      includeContext: 'allServers',
    });
    assert.deepEqual(answer, {
      role: 'assistant',
      model: 'fake/model',
      content: { type: 'text', text: 'Good day.' },
      stopReason: 'endTurn',
    });
    assert.deepEqual(model.requests, [
      {
        system: 'Be kind.',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
        tools: [],
        maxOutputTokens: 20,
      },
    ]);
    assert.match(shown[0] ?? '', /System:\nBe kind\.\n\nUser:\nHello$/);
    assert.match(shown[1] ?? '', /Good day\.$/);
  });

  it('lets no server have as many tokens as it likes', async () => {
    const { model, sample } = aSampler([says('Hi')]);
    await sample({ messages: [hello], maxTokens: 1_000_000 });
    assert.equal(model.requests[0]?.maxOutputTokens, 8_192);
  });

  it('cuts the answer at a stop sequence, also one that comes in pieces', async () => {
    const { sample } = aSampler([says('one S', 'TOP two')]);
    const { content, stopReason } = await sample({ messages: [hello], maxTokens: 20, stopSequences: ['', 'STOP'] });
    assert.deepEqual(content, { type: 'text', text: 'one ' });
    assert.equal(stopReason, 'stopSequence');
  });

  it('cuts the answer of a model that keeps to no limit', async () => {
    const { sample } = aSampler([says('x'.repeat(1_000))]);
    const { content, stopReason } = await sample({ messages: [hello], maxTokens: 2 });
    assert.deepEqual(content, { type: 'text', text: 'x'.repeat(16) });
    assert.equal(stopReason, 'maxTokens');
  });

  it('shows an image by its kind and size, and gives it to a model that takes images', async () => {
    const { model, shown, sample } = aSampler([says('A dot.')]);
    const image = { role: 'user', content: [{ type: 'image', mimeType: 'image/jpeg', data: png }] };
    await sample({ messages: [image], maxTokens: 20 });
    assert.match(shown[0] ?? '', /\[Image: image\/png, 16 bytes\]/);
    assert.equal(JSON.stringify(model.requests[0]?.messages).includes('image/png'), true);
  });

  const refused: Readonly<Record<string, JsonObject>> = {
    'a sound': { messages: [{ role: 'user', content: { type: 'audio', data: '', mimeType: 'audio/wav' } }] },
    'the use of a tool': {
      messages: [{ role: 'assistant', content: { type: 'tool_use', id: '1', name: 'x', input: {} } }],
    },
    'an image that is none': {
      messages: [{ role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } }],
    },
    'an image of the assistant': {
      messages: [{ role: 'assistant', content: { type: 'image', data: png, mimeType: 'image/png' } }],
    },
    nothing: { messages: [] },
    'more than a person reads': { messages: [{ role: 'user', content: { type: 'text', text: 'x'.repeat(100_001) } }] },
  };
  for (const [what, params] of Object.entries(refused)) {
    it(`refuses ${what}, and shows nothing`, async () => {
      const { model, shown, sample } = aSampler([]);
      await assert.rejects(sample({ ...params, maxTokens: 5 }), { name: 'HostRefusal', code: -32602 });
      assert.deepEqual([shown, model.requests], [[], []]);
    });
  }

  it('asks nobody in the mode that asks nothing, ten times a call', async () => {
    const rounds = Array.from({ length: 11 }, () => says('Hi'));
    const { model, shown, sample } = aSampler(rounds, { permissionMode: 'bypass' });
    const call = {};
    for (let count = 0; count < 10; count++) await sample({ messages: [hello], maxTokens: 5 }, call);
    await assert.rejects(sample({ messages: [hello], maxTokens: 5 }, call), { name: 'HostRefusal', code: -1 });
    await sample({ messages: [hello], maxTokens: 5 }, {});
    assert.equal(model.requests.length, 11);
    assert.deepEqual(shown, []);
  });

  for (const [what, settings] of Object.entries<Partial<Settings>>({
    'the mode "deny"': { permissionMode: 'deny' },
    'a rule against the server, in every mode': {
      permissionMode: 'bypass',
      permissionRules: [{ effect: 'deny', server: 'to*' }],
    },
  })) {
    it(`is denied by ${what}`, async () => {
      const { model, shown, sample } = aSampler([says('Hi')], settings);
      await assert.rejects(sample({ messages: [hello], maxTokens: 5 }), { name: 'HostRefusal', code: -1 });
      assert.deepEqual([shown, model.requests], [[], []]);
    });
  }
});
