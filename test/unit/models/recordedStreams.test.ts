import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonValue } from '../../../src/shared/base/json.ts';
import type { Usage } from '../../../src/shared/thread/threadEvent.ts';
import type { LanguageModel } from '../../../src/core/models/languageModel.ts';
import type { ModelEndpoint } from '../../../src/core/models/modelEndpoint.ts';
import { AnthropicModel } from '../../../src/core/models/anthropicModel.ts';
import { GoogleModel } from '../../../src/core/models/googleModel.ts';
import { OpenAiCompatibleModel } from '../../../src/core/models/openAiCompatibleModel.ts';
import { eventStream, ReplayServer } from '../../support/replayServer.ts';
import type { ReplayedAnswer } from '../../support/replayServer.ts';
import { anEndpoint, aRequest, callsOf, roundOf, type ModelRound } from './modelRound.ts';

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = process.env['PATCHBAY_PROVIDER_STREAMS'] ?? join(dirname(checkout), 'shared', 'provider-streams');

/** Goes into the title, because that is what a skipped test is reported by. */
const lacking = existsSync(folder) ? undefined : ` (skipped: there is no ${folder}; see PATCHBAY_PROVIDER_STREAMS)`;

type Protocol = ModelEndpoint['type'];

/** What a recorded answer holds. */
interface Recording {
  readonly file: string;
  readonly says: string;
  readonly type: Protocol;
  readonly text: RegExp;
  readonly reasoning: RegExp;
  readonly calls: readonly { readonly name: string; readonly input: JsonValue }[];
  readonly usage: Usage;
}

const nothing = /^$/;
const weather = { name: 'weather', input: { location: 'San Francisco' } };

const recordings: readonly Recording[] = [
  {
    file: 'anthropic-json-other-tool.1.chunks.txt',
    says: 'a call of Anthropic whose arguments came in pieces',
    type: 'anthropic',
    text: nothing,
    reasoning: nothing,
    calls: [weather],
    usage: { inputTokens: 843, outputTokens: 28 },
  },
  {
    file: 'anthropic-text.chunks.txt',
    says: 'text and usage of Anthropic',
    type: 'anthropic',
    text: /^Hello! I'm doing well, thank you for asking\. How are you doing today\? Is there anything I can help you with\?$/,
    reasoning: nothing,
    calls: [],
    usage: { inputTokens: 12, outputTokens: 30 },
  },
  {
    file: 'anthropic-tool-no-args.chunks.txt',
    says: 'text of Anthropic, then a call without arguments',
    type: 'anthropic',
    text: /^I'll update the issue list for you\.$/,
    reasoning: nothing,
    calls: [{ name: 'updateIssueList', input: {} }],
    usage: { inputTokens: 565, outputTokens: 48 },
  },
  {
    file: 'deepseek-reasoning.chunks.txt',
    says: 'reasoning, text and usage of DeepSeek',
    type: 'openai-compatible',
    text: /strawberry/,
    reasoning: /^We need to count/,
    calls: [],
    usage: { inputTokens: 18, outputTokens: 219 },
  },
  {
    file: 'deepseek-tool-call.chunks.txt',
    says: 'a call of DeepSeek whose arguments came in pieces, after its reasoning',
    type: 'openai-compatible',
    text: nothing,
    reasoning: /^The user/,
    calls: [weather],
    usage: { inputTokens: 339, outputTokens: 83 },
  },
  {
    file: 'google-text.chunks.txt',
    says: 'text of Google, and usage that counts its thoughts',
    type: 'google',
    text: /^There are \*\*3\*\* "r"s in strawberry\.\n\nst\*\*r\*\*awbe\*\*rr\*\*y$/,
    reasoning: nothing,
    calls: [],
    usage: { inputTokens: 9, outputTokens: 208 },
  },
  {
    file: 'google-tool-call-gemini3.chunks.txt',
    says: 'a call of Google with the signature of its thought',
    type: 'google',
    text: nothing,
    reasoning: nothing,
    calls: [weather],
    usage: { inputTokens: 29, outputTokens: 819 },
  },
  {
    file: 'mistral-tool-call.chunks.txt',
    says: 'a call of Mistral that came in one piece without an index',
    type: 'openai-compatible',
    text: nothing,
    reasoning: nothing,
    calls: [weather],
    usage: { inputTokens: 124, outputTokens: 22 },
  },
];

/** What only OpenAI-compatible endpoints send after the last event. */
const ends: Readonly<Record<Protocol, string>> = { 'openai-compatible': 'data: [DONE]\n\n', anthropic: '', google: '' };

describe(`answers recorded from real providers${lacking ?? ''}`, () => {
  before(function () {
    if (lacking !== undefined) this.skip();
  });

  async function streamOf({ file, type }: Recording): Promise<string> {
    return eventStream(await readFile(join(folder, file), 'utf8')) + ends[type];
  }

  it('are all replayed', () => {
    const files = readdirSync(folder).filter((name) => name !== 'README.md');
    assert.deepEqual(
      files.sort(),
      recordings.map(({ file }) => file),
    );
  });

  for (const recording of recordings) {
    const { says, type } = recording;

    it(`give ${says}`, async () => {
      const body = await streamOf(recording);
      expectRecorded(await replay(type, { body }), recording, body);
    });

    it(`give ${says}, however the connection cuts them`, async () => {
      const body = await streamOf(recording);
      for (const bytesAtATime of [1, 7, 64]) {
        expectRecorded(await replay(type, { body, bytesAtATime }), recording, body);
      }
    });

    it(`are no whole answer when the connection is lost in the middle of ${says}`, async () => {
      const events = (await streamOf(recording)).split('\n\n');
      const half = `${events.slice(0, Math.max(1, Math.floor(events.length / 2) - 1)).join('\n\n')}\n\n`;
      for (const isCut of [true, false]) {
        const round = await replay(type, { body: half, isCut });
        assert.equal(round.error?.code, 'stream_broken', String(isCut));
        assert.deepEqual(callsOf(round), []);
      }
    });
  }
});

function expectRecorded(round: ModelRound, { type, text, reasoning, calls, usage }: Recording, body: string): void {
  assert.equal(round.error, undefined);
  assert.match(round.text, text);
  assert.match(round.reasoning, reasoning);
  if (type === 'openai-compatible') {
    assert.equal(round.text, piecesIn(body, 'content'));
    assert.equal(round.reasoning, piecesIn(body, 'reasoning_content'));
  }
  // Google wants the signature of the thought before a call back with the call; the others want nothing back here.
  const signatures = type === 'google' && calls.length > 0 ? [...valuesIn(body, 'thoughtSignature')] : [];
  const wanted = calls.map((_call, index) =>
    signatures[index] === undefined ? undefined : { google: { thoughtSignature: signatures[index] } },
  );
  assert.equal(signatures.length, type === 'google' ? calls.length : 0);
  assert.deepEqual(
    callsOf(round).map(({ name, input }) => ({ name, input })),
    calls,
  );
  assert.deepEqual(
    callsOf(round).map(({ providerMetadata }) => providerMetadata),
    wanted,
  );
  const reason = calls.length > 0 ? 'toolCalls' : 'stop';
  assert.deepEqual(round.events.at(-1), { type: 'finish', reason, usage });
}

/** Every value of a key in the recorded events that is a text, read without the adapters. */
function* valuesIn(body: string, key: string): Generator<string> {
  const texts = body.matchAll(new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`, 'g'));
  for (const [, text = '""'] of texts) yield JSON.parse(text) as string;
}

function piecesIn(body: string, key: string): string {
  return [...valuesIn(body, key)].join('');
}

async function replay(type: Protocol, answer: ReplayedAnswer): Promise<ModelRound> {
  const server = await ReplayServer.start(answer);
  try {
    return await roundOf(aModel(type, anEndpoint(server.baseUrl, { type })), aRequest());
  } finally {
    await server.dispose();
  }
}

function aModel(type: Protocol, endpoint: ModelEndpoint): LanguageModel {
  switch (type) {
    case 'openai-compatible':
      return new OpenAiCompatibleModel(endpoint);
    case 'anthropic':
      return new AnthropicModel(endpoint);
    case 'google':
      return new GoogleModel(endpoint);
  }
}
