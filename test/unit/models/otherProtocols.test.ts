import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/shared/base/json.ts';
import { AnthropicModel } from '../../../src/core/models/anthropicModel.ts';
import { GoogleModel } from '../../../src/core/models/googleModel.ts';
import type { LanguageModel, ModelMessage, ModelRequest } from '../../../src/core/models/languageModel.ts';
import type { ModelErrorCode } from '../../../src/core/models/modelError.ts';
import { eventStream, ReplayServer } from '../../support/replayServer.ts';
import type { ReplayedAnswer } from '../../support/replayServer.ts';
import { anEndpoint, aRequest, callsOf, neverAborted, roundOf, theUser } from './modelRound.ts';

const protocols = { anthropic: AnthropicModel, google: GoogleModel } as const;
type Protocol = keyof typeof protocols;

const apiKey = 'sk-secret-of-a-person';

async function asking<T>(
  type: Protocol,
  answer: ReplayedAnswer,
  use: (model: LanguageModel, server: ReplayServer) => Promise<T>,
): Promise<T> {
  const server = await ReplayServer.start(answer);
  try {
    const endpoint = anEndpoint(server.baseUrl, { type, provider: 'mine', model: 'm-1', takesImages: true, apiKey });
    return await use(new protocols[type](endpoint), server);
  } finally {
    await server.dispose();
  }
}

async function ask(type: Protocol, answer: ReplayedAnswer, request: ModelRequest = aRequest()) {
  return asking(type, answer, async (model, server) => {
    const round = await roundOf(model, request);
    return { round, sent: server.requests[0] ?? assert.fail('nothing was sent') };
  });
}

const thinking = eventStream(`
{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"usage":{"input_tokens":5,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Let me "}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"see."}}
{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}
{"type":"content_block_stop","index":0}
{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"aGlkZGVu"}}
{"type":"content_block_stop","index":1}
{"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"Three."}}
{"type":"content_block_stop","index":2}
{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}
{"type":"message_stop"}`);
const image = { type: 'image', mimeType: 'image/png', data: new Uint8Array([137, 80, 78, 71]) } as const;

const signed = { anthropic: { signature: 'c2ln' } };
const thought = { google: { thoughtSignature: 'dGhvdWdodA==' } };

/** A conversation with reasoning, a call and its result with an image. */
function aConversation(metadata: JsonObject): ModelRequest {
  const call = { id: 'call-1', name: 'mcp__tour__draw', input: { city: 'Paris' }, providerMetadata: metadata };
  const messages: ModelMessage[] = [
    theUser('Draw it'),
    { role: 'assistant', reasoning: [{ text: 'Hm.', providerMetadata: metadata }], text: '', toolCalls: [call] },
    {
      role: 'tool',
      results: [
        { toolCallId: 'call-1', name: call.name, isError: false, content: [{ type: 'text', text: 'Done' }, image] },
      ],
    },
  ];
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };
  return { system: 'Be brief.', messages, tools: [{ name: call.name, description: 'Draws', inputSchema }] };
}

describe('Anthropic’s Messages API', () => {
  it('gives reasoning with what it wants back, also of what it hides', async () => {
    const { round } = await ask('anthropic', { body: thinking });
    assert.equal(round.reasoning, 'Let me see.');
    assert.equal(round.text, 'Three.');
    const back = round.events.flatMap((event) => (event.type === 'reasoningEnd' ? [event.providerMetadata] : []));
    assert.deepEqual(back, [signed, { anthropic: { redactedData: 'aGlkZGVu' } }]);
  });

  it('is sent system prompt, tools, reasoning, calls and results as it wants them', async () => {
    const { sent } = await ask('anthropic', { body: thinking }, aConversation(signed));
    assert.equal(sent.url, '/v1/messages');
    assert.equal(sent.headers['x-api-key'], apiKey);
    // What was sent before need not be paid for again.
    assert.deepEqual(sent.body['cache_control'], { type: 'ephemeral' });
    assert.deepEqual(textsIn(sent.body['system'] ?? null), ['Be brief.']);
    assert.equal(found(sent.body['tools'] ?? null, 'name'), 'mcp__tour__draw');
    const wire = JSON.stringify(sent.body['messages']);
    assert.match(wire, /"type":"thinking","thinking":"Hm\.","signature":"c2ln"/);
    assert.match(wire, /"type":"tool_use","id":"call-1","name":"mcp__tour__draw","input":\{"city":"Paris"\}/);
    assert.match(wire, /"type":"tool_result","tool_use_id":"call-1"/);
    assert.match(wire, /"media_type":"image\/png","data":"iVBORw=="/);
  });

  it('is given back what it hid of its reasoning, and told which result is an error', async () => {
    const call = { id: 'call-1', name: 'draw', input: {} };
    const hidden = { text: '', providerMetadata: { anthropic: { redactedData: 'aGlkZGVu' } } };
    const content = [{ type: 'text', text: 'No pen' }] as const;
    const messages: ModelMessage[] = [
      theUser('Draw it'),
      { role: 'assistant', reasoning: [hidden], text: '', toolCalls: [call] },
      { role: 'tool', results: [{ toolCallId: 'call-1', name: 'draw', isError: true, content }] },
    ];
    const { sent } = await ask('anthropic', { body: thinking }, aRequest({ messages }));
    const wire = JSON.stringify(sent.body['messages']);
    assert.match(wire, /"type":"redacted_thinking","data":"aGlkZGVu"/);
    assert.match(wire, /"content":"No pen"[^}]*"is_error":true/);
  });

  it('counts what it read from its cache and wrote to it', async () => {
    const cached = '"input_tokens":5,"cache_read_input_tokens":100,"cache_creation_input_tokens":20';
    const { round } = await ask('anthropic', { body: thinking.replace('"input_tokens":5', cached) });
    assert.deepEqual(round.events.at(-1), {
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 125, outputTokens: 9 },
    });
  });

  it('is used without a word of the SDK in the terminal', async () => {
    const printed: string[] = [];
    const print = (warning: Error) => printed.push(warning.message);
    process.on('warning', print);
    try {
      // The SDK warns of a model that it does not know.
      await ask('anthropic', { body: thinking });
      await new Promise(setImmediate);
    } finally {
      process.off('warning', print);
    }
    assert.deepEqual(printed, []);
  });
});

describe('Google’s Gemini API', () => {
  const answer = eventStream(
    `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"draw","args":{"city":"Paris"}},"thoughtSignature":"dGhvdWdodA=="}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":4}}`,
  );

  it('gives a call with the signature that it wants back', async () => {
    const { round } = await ask('google', { body: answer });
    const call = round.events.find((event) => event.type === 'toolCall');
    assert.deepEqual(call?.providerMetadata, thought);
  });

  it('is sent system prompt, tools, calls with their signature, and results', async () => {
    const { sent } = await ask('google', { body: answer }, aConversation(thought));
    assert.equal(sent.url, '/v1/models/m-1:streamGenerateContent?alt=sse');
    assert.equal(sent.headers['x-goog-api-key'], apiKey);
    assert.deepEqual(textsIn(sent.body['systemInstruction'] ?? null), ['Be brief.']);
    const wire = JSON.stringify(sent.body['contents']);
    assert.match(wire, /"functionCall":\{[^}]*"name":"mcp__tour__draw"/);
    assert.match(wire, /"thoughtSignature":"dGhvdWdodA=="/);
    assert.match(wire, /"functionResponse":\{[^}]*"name":"mcp__tour__draw"/);
    assert.match(wire, /"mimeType":"image\/png","data":"iVBORw=="/);
    assert.match(JSON.stringify(sent.body['tools']), /"functionDeclarations":\[\{"name":"mcp__tour__draw"/);
  });
});

/** The first words of an answer. */
const beginnings: Readonly<Record<Protocol, string>> = {
  anthropic: eventStream(`
{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"usage":{"input_tokens":5,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Once "}}`),
  google: eventStream('{"candidates":[{"content":{"role":"model","parts":[{"text":"Once "}]},"index":0}]}'),
};

for (const type of ['anthropic', 'google'] as const) {
  describe(`an answer of ${type} that does not come to its end`, () => {
    const held = { body: beginnings[type], isHeld: true };

    it('is ended at once when it is stopped, and its connection closed', () =>
      asking(type, held, async (model, server) => {
        const stop = new AbortController();
        const events = model.stream(aRequest(), stop.signal)[Symbol.asyncIterator]();
        assert.deepEqual((await events.next()).value, { type: 'text', delta: 'Once ' });
        const next = events.next();
        stop.abort();
        await assert.rejects(next, { name: 'ModelError', code: 'aborted' });
        await server.requests[0]?.closed;
      }));

    it('has its connection closed when the reader leaves early', () =>
      asking(type, held, async (model, server) => {
        for await (const event of model.stream(aRequest(), neverAborted)) {
          assert.equal(event.type, 'text');
          break;
        }
        await server.requests[0]?.closed;
      }));

    for (const [what, garbage] of [
      ['broken JSON', 'data: {"candidates": [{"con\n\n'],
      ['an event of no known shape', 'data: {"candidates": 7, "type": 7}\n\n'],
    ] as const) {
      it(`is a bad response after ${what}, and what came before is kept`, async () => {
        const { round } = await ask(type, { body: beginnings[type] + garbage });
        assert.equal(round.error?.code, 'bad_response', round.error?.message);
        assert.equal(round.text, 'Once ');
        assert.deepEqual(callsOf(round), []);
      });
    }
  });
}

const anthropicError = (type: string, message: string) => JSON.stringify({ type: 'error', error: { type, message } });
const googleError = (status: string, message: string, details: JsonValue[] = []) =>
  JSON.stringify({ error: { code: 400, status, message, details } });
const json = { 'content-type': 'application/json' };

const failures: readonly (readonly [Protocol, string, ReplayedAnswer, ModelErrorCode])[] = [
  ['anthropic', 'a wrong key', { status: 401, body: anthropicError('authentication_error', 'x') }, 'unauthorized'],
  ['anthropic', 'an unknown model', { status: 404, body: anthropicError('not_found_error', 'm-1') }, 'not_found'],
  ['anthropic', 'too many requests', { status: 429, body: anthropicError('rate_limit_error', 'x') }, 'rate_limited'],
  ['anthropic', 'an overload', { status: 529, body: anthropicError('overloaded_error', 'x') }, 'overloaded'],
  [
    'anthropic',
    'an overload in the middle',
    { headers: { 'content-type': 'text/event-stream' }, body: eventStream(anthropicError('overloaded_error', 'Full')) },
    'overloaded',
  ],
  [
    'anthropic',
    'a conversation that is too long',
    {
      status: 400,
      body: anthropicError('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    },
    'context_overflow',
  ],
  ['google', 'a wrong key', { status: 403, body: googleError('PERMISSION_DENIED', 'x') }, 'unauthorized'],
  ['google', 'an unknown model', { status: 404, body: googleError('NOT_FOUND', 'x') }, 'not_found'],
  ['google', 'an overload', { status: 503, body: googleError('UNAVAILABLE', 'x') }, 'overloaded'],
  [
    'google',
    'a conversation that is too long',
    {
      status: 400,
      body: googleError(
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      ),
    },
    'context_overflow',
  ],
];

describe('what goes wrong with Anthropic and Google', () => {
  for (const [type, what, answer, code] of failures) {
    it(`is known of ${type}: ${what}`, async () => {
      const body = answer.body.replaceAll('"x"', `"no, ${apiKey}"`);
      const { round } = await ask(type, { headers: json, ...answer, body });
      assert.equal(round.error?.code, code);
      assert.ok(!round.error.message.includes(apiKey));
    });
  }

  it('says how long Google asks to wait', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
    const body = googleError('RESOURCE_EXHAUSTED', 'Quota', details);
    const { round } = await ask('google', { status: 429, headers: json, body });
    assert.deepEqual([round.error?.code, round.error?.retryAfterMs], ['rate_limited', 34_500]);
  });

  it('says how long Anthropic asks to wait', async () => {
    const headers = { ...json, 'retry-after': '12' };
    const { round } = await ask('anthropic', { status: 429, headers, body: anthropicError('rate_limit_error', 'x') });
    assert.equal(round.error?.retryAfterMs, 12_000);
  });

  it('names the protocol that is missing at the address', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<html></html>' };
    assert.match((await ask('anthropic', page)).round.error?.message ?? '', /Anthropic's Messages API/);
    assert.match((await ask('google', page)).round.error?.message ?? '', /Google's Gemini API/);
  });
});

/** All values of `text` in a part of a request. */
function textsIn(value: JsonValue): string[] {
  return [...JSON.stringify(value).matchAll(/"text":"([^"]*)"/g)].map(([, text = '']) => text);
}

function found(value: JsonValue, key: string): JsonValue | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null && !Array.isArray(first) ? first[key] : undefined;
}
