import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ModelEndpoint } from '../../../src/core/models/modelEndpoint.ts';
import type { ModelError, ModelErrorCode } from '../../../src/core/models/modelError.ts';
import { OpenAiCompatibleModel } from '../../../src/core/models/openAiCompatibleModel.ts';
import { isPassing } from '../../../src/core/models/passingFailure.ts';
import type { JsonObject } from '../../../src/shared/base/json.ts';
import {
  aCall,
  anAnswer,
  aReasoning,
  aText,
  refusing,
  saying,
  unfinished,
  type Round,
} from '../../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import { anEndpoint, aRequest, callsOf, roundOf, theUser } from './modelRound.ts';

const key = 'sk-very-secret-1234567890';

describe('a model that fails', () => {
  let server: ScriptedModelServer | undefined;
  let listeners: { dispose(): unknown }[] = [];
  afterEach(async () => {
    await Promise.all([server, ...listeners].map((listener) => listener?.dispose()));
    listeners = [];
  });

  async function roundWith(round: Round, parts: Partial<ModelEndpoint> = {}) {
    server = await ScriptedModelServer.start([round, saying('There is no second request.')]);
    const outcome = await roundOf(new OpenAiCompatibleModel(anEndpoint(server.baseUrl, parts)), aRequest());
    assert.equal(server.requests.length, 1, 'a failed request is not repeated');
    return outcome;
  }

  async function failureOf(round: Round, parts: Partial<ModelEndpoint> = {}): Promise<ModelError> {
    const { error } = await roundWith(round, parts);
    assert.ok(error, 'the round went well');
    return error;
  }

  async function failureAt(baseUrl: string, parts: Partial<ModelEndpoint> = {}): Promise<ModelError> {
    const { error } = await roundOf(new OpenAiCompatibleModel(anEndpoint(baseUrl, parts)), aRequest());
    assert.ok(error, 'the round went well');
    return error;
  }

  describe('to be reached', () => {
    it('names the host when nothing listens there, and says to check the server', async () => {
      const host = `127.0.0.1:${await freePort()}`;
      const error = await failureAt(`http://${host}/v1`);
      assert.equal(error.code, 'unreachable');
      assert.ok(!isPassing(error), 'waiting would hide that nothing runs');
      assert.ok(error.message.includes(`nothing listens at ${host}`), error.message);
      assert.match(error.message, /Check that the model server is running/);
    });

    it('names a host that does not exist', async () => {
      const { code, message } = await failureAt('http://no-such-host.invalid/v1');
      assert.equal(code, 'unreachable');
      assert.match(message, /no host no-such-host\.invalid/);
    });

    it('says so when the connection is closed without an answer', async () => {
      const rude = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1');
      listeners.push({ dispose: () => rude.close() });
      await once(rude, 'listening');
      const error = await failureAt(`http://127.0.0.1:${(rude.address() as AddressInfo).port}/v1`);
      assert.equal(error.code, 'unreachable');
      assert.match(error.message, /closed the connection without an answer/);
      assert.ok(isPassing(error), 'it may be asked again');
    });

    it('says so when it is a port that HTTP clients refuse', async () => {
      const { code, message } = await failureAt('http://127.0.0.1:9/v1');
      assert.equal(code, 'unreachable');
      assert.match(message, /port 9 /);
    });

    it('says what to check when a header cannot be sent, without quoting it', async () => {
      const error = await failureAt('http://127.0.0.1:8/v1', { apiKey: `${key}\n` + 'x' });
      assert.equal(error.code, 'not_configured');
      assert.match(error.message, /API key/);
      assertNoSecret(error);
    });
  });

  describe('by refusing', () => {
    const overflow = (message: string): JsonObject => ({ error: { message } });
    const table: readonly (readonly [what: string, round: Round, code: ModelErrorCode, says: RegExp])[] = [
      ['401', refusing(401, { error: { message: 'bad key' } }), 'unauthorized', /did not accept the API key \(401\)/],
      ['403', refusing(403, { error: 'not for you' }), 'unauthorized', /"not for you"/],
      [
        '404 of a model',
        refusing(404, { error: { message: 'no model', code: 'model_not_found' } }),
        'not_found',
        /"org\/small"/,
      ],
      [
        '404 of an address',
        refusing(404, '<html>Not Found</html>'),
        'not_found',
        /no chat API at this address \(404\)\. Check/,
      ],
      [
        '404 of a router without an endpoint for tools',
        refusing(404, { error: { message: 'No endpoints found that support tool use.' } }),
        'not_found',
        /Choose a model that calls tools/,
      ],
      ['405', refusing(405, ''), 'not_found', /base URL/],
      [
        '400 for an unknown model',
        refusing(400, { error: { message: 'Model Not Exist' } }),
        'not_found',
        /Model Not Exist/,
      ],
      ['429', refusing(429, { error: { message: 'slow down' } }), 'rate_limited', /"slow down"/],
      ['500', refusing(500, { error: { message: 'oops' } }), 'overloaded', /cannot answer at the moment \(500\)/],
      ['502 with a web page', refusing(502, '<html><body>Bad Gateway</body></html>'), 'overloaded', /\(502\)\. Send/],
      ['503', refusing(503, 'loading model'), 'overloaded', /"loading model"/],
      [
        '529',
        refusing(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
        'overloaded',
        /529/,
      ],
      ['400', refusing(400, { error: { message: 'temperature must be 1' } }), 'refused', /"temperature must be 1"/],
      ['402', refusing(402, { error: { message: 'Insufficient balance' } }), 'refused', /Insufficient balance/],
      [
        '422 of FastAPI',
        refusing(422, { detail: 'extra fields not permitted' }),
        'refused',
        /extra fields not permitted/,
      ],
      ...[
        'registry.ollama.ai/library/gemma:2b does not support tools',
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        '`tool calling` is not supported with this model',
      ].map((message): (typeof table)[number] => [
        `400 and "${message}"`,
        refusing(400, { error: { message } }),
        'refused',
        /Choose a model that calls tools; or set "tools" of "[^"]+" to false/,
      ]),
      ['a list of errors', refusing(400, '[{"error": {"message": "in a list"}}]'), 'refused', /"in a list"/],
    ];
    for (const [what, round, code, says] of table) {
      it(`with ${what} is ${code}`, async () => {
        const error = await failureOf(round, { apiKey: key });
        assert.equal(error.code, code, error.message);
        assert.match(error.message, says);
      });
    }

    const tooLong: readonly string[] = [
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      'prompt is too long: 210000 tokens > 200000 maximum',
      'input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000',
      'the request exceeds the available context size. try increasing the context size or enable context shift',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      'Please reduce the length of the messages or completion.',
      'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    ];
    for (const message of tooLong) {
      it(`recognises a conversation that is too long: ${message.slice(0, 50)}…`, async () => {
        const error = await failureOf(refusing(400, overflow(message)));
        assert.equal(error.code, 'context_overflow');
        assert.match(error.message, /too long for the model "org\/small".*Start a new chat/s);
      });
    }

    it('recognises a conversation that is too long by the code alone, and by 413', async () => {
      const byCode = refusing(400, { error: { message: 'No.', code: 'context_length_exceeded' } });
      assert.equal((await failureOf(byCode)).code, 'context_overflow');
      await server?.dispose();
      assert.equal((await failureOf(refusing(413, ''))).code, 'context_overflow');
    });

    for (const [header, value, wait] of [
      ['retry-after', '7', 7000],
      ['retry-after-ms', '1500', 1500],
    ] as const) {
      it(`gives the time to wait of ${header}`, async () => {
        const error = await failureOf(refusing(429, { error: { message: 'slow' } }, { [header]: value }));
        assert.equal(error.retryAfterMs, wait);
        assert.match(error.message, new RegExp(`asks to wait ${Math.ceil(wait / 1000)} s`));
      });
    }

    it('gives the time to wait of a date', async () => {
      const date = new Date(Date.now() + 60_000).toUTCString();
      const { retryAfterMs = 0 } = await failureOf(refusing(503, '', { 'retry-after': date }));
      assert.ok(retryAfterMs > 50_000 && retryAfterMs <= 60_000, String(retryAfterMs));
    });

    it('gives no time to wait when none is named', async () => {
      assert.equal((await failureOf(refusing(429, '', { 'retry-after': 'soon' }))).retryAfterMs, undefined);
    });

    it('says how to set a key when none is set', async () => {
      const { message } = await failureOf(refusing(401, ''), { apiKeyEnv: 'LOCAL_KEY' });
      assert.match(message, /wants an API key and none is set/);
      assert.match(message, /"Patchbay: Set API Key" or the environment variable LOCAL_KEY/);
    });

    it('quotes the provider bounded, in one line and without control characters', async () => {
      const message = `first\u001b[31m line\n\u202esecond ${'x'.repeat(5000)}`;
      const error = await failureOf(refusing(400, { error: { message } }));
      assert.match(error.message, /"first \[31m line second x+…"/);
      assert.ok(error.message.length < 800);
    });

    it('never repeats the key or a header, also when the provider does', async () => {
      const headers = { 'x-team-token': 'team-token-0987654321' };
      const message = `Incorrect API key provided: ${key} (team-token-0987654321)`;
      const error = await failureOf(refusing(401, { error: { message } }), { apiKey: key, headers });
      assertNoSecret(error);
      assert.ok(!JSON.stringify(describeDeep(error)).includes('team-token'), error.message);
      assert.equal(server?.requests[0]?.headers['authorization'], `Bearer ${key}`);
      assert.equal(server?.requests[0]?.headers['x-team-token'], 'team-token-0987654321');
    });

    it('reads an endless error only as far as it must', async () => {
      const body = {
        status: 500,
        headers: { 'content-type': 'text/plain' },
        steps: [{ do: 'raw', text: 'y'.repeat(5_000_000) }],
      } as const;
      assert.ok((await failureOf(body)).message.length < 800);
    });
  });

  describe('by sending the request elsewhere', () => {
    it('says where to and does not take the key there', async () => {
      const other = await ScriptedModelServer.start([saying('stolen')]);
      listeners.push(other);
      const redirect = refusing(307, '', { location: `${other.baseUrl}/chat/completions` });
      const error = await failureOf(redirect, { apiKey: key });
      assert.equal(error.code, 'refused');
      assert.ok(error.message.includes(new URL(other.baseUrl).host), error.message);
      assert.equal(other.requests.length, 0);
    });
  });

  describe('in the middle of an answer', () => {
    it('says that the connection broke when the socket is destroyed, and keeps what came', async () => {
      const { error, text, events } = await roundWith(unfinished([aText('Half an '), { do: 'destroy' }]));
      assert.equal(error?.code, 'stream_broken');
      assert.equal(text, 'Half an ');
      assert.ok(!events.some((event) => event.type === 'finish'));
    });

    it('says that the connection broke when it ends politely but too early', async () => {
      const { error, events } = await roundWith(unfinished([aText('Half an '), { do: 'end' }]));
      assert.equal(error?.code, 'stream_broken');
      assert.ok(!events.some((event) => event.type === 'finish'));
    });

    it('gives out no call of an answer that was cut, though its arguments look whole', async () => {
      const cut = await roundWith(unfinished([aCall('book_trip', '{"city":"Paris"}'), { do: 'end' }]));
      assert.equal(cut.error?.code, 'stream_broken');
      assert.deepEqual(callsOf(cut), []);
    });

    it('says that the JSON is broken', async () => {
      const { error, text } = await roundWith(
        anAnswer([aText('Good '), { do: 'raw', text: 'data: {"choices": [{"del\n\n' }, aText('bad')]),
      );
      assert.equal(error?.code, 'bad_response');
      assert.match(error?.message ?? '', /broken JSON/);
      assert.equal(text, 'Good ');
    });

    it('says that a chunk is none', async () => {
      const error = await failureOf(anAnswer([aText('Good '), { do: 'chunk', chunk: { hello: 'world' } }]));
      assert.equal(error.code, 'bad_response');
    });

    it('says that a call has no name', async () => {
      const delta = { tool_calls: [{ index: 0, id: 'c1', function: { arguments: '{}' } }] };
      const error = await failureOf(anAnswer([{ do: 'chunk', chunk: { choices: [{ index: 0, delta }] } }]));
      assert.equal(error.code, 'bad_response');
      assert.match(error.message, /tool call without a name/);
    });

    const complaints: readonly (readonly [chunk: JsonObject, code: ModelErrorCode])[] = [
      [{ error: { message: 'Overloaded', type: 'overloaded_error' } }, 'overloaded'],
      [{ error: { message: 'The server had an error', type: 'server_error' } }, 'overloaded'],
      [{ error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } }, 'rate_limited'],
      [{ error: { message: 'Provider returned error', code: 502 } }, 'overloaded'],
      [{ error: { message: 'context window is full', code: 400 } }, 'context_overflow'],
      [{ error: 'CUDA out of memory' }, 'refused'],
      [{ error: { message: 'something odd' } }, 'refused'],
    ];
    for (const [chunk, code] of complaints) {
      it(`is ${code} when it says ${JSON.stringify(chunk)}`, async () => {
        const { error, text } = await roundWith(anAnswer([aText('Well, '), { do: 'chunk', chunk }]));
        assert.equal(error?.code, code, error?.message);
        assert.equal(text, 'Well, ');
      });
    }
  });

  describe('by not speaking the protocol', () => {
    const answers: readonly (readonly [what: string, round: Round, says: RegExp])[] = [
      [
        'a web page',
        { headers: { 'content-type': 'text/html; charset=utf-8' }, steps: [raw('<!doctype html>')] },
        /a web page.*\/v1/,
      ],
      ['plain text', { headers: { 'content-type': 'text/plain' }, steps: [raw('Hello')] }, /without a single event/],
      ['an empty stream', { steps: [] }, /without a single event/],
      [
        'JSON in one piece',
        { headers: { 'content-type': 'application/json' }, steps: [raw('{"choices":[]}')] },
        /one piece of JSON/,
      ],
    ];
    for (const [what, round, says] of answers) {
      it(`such as with ${what}`, async () => {
        const error = await failureOf(round);
        assert.equal(error.code, 'bad_response');
        assert.match(error.message, says);
      });
    }

    it('reads an error that is sent as success', async () => {
      const round = { headers: { 'content-type': 'application/json' }, steps: [raw('{"error":{"message":"quota"}}')] };
      const error = await failureOf(round);
      assert.equal(error.code, 'refused');
      assert.match(error.message, /"quota"/);
    });
  });

  describe('by saying nothing', () => {
    it('is a bad response', async () => {
      const { code, message } = await failureOf(anAnswer([]));
      assert.equal(code, 'bad_response');
      assert.match(message, /without any text or tool call/);
    });

    it('is one also when it only thought', async () => {
      assert.equal((await failureOf(anAnswer([aReasoning('Hm.')]))).code, 'bad_response');
    });

    it('says when the output limit was used up', async () => {
      const { code, message } = await failureOf(anAnswer([aReasoning('Hm…')], { reason: 'length' }));
      assert.equal(code, 'bad_response');
      assert.match(message, /output limit/);
    });

    it('says when a filter withheld the answer', async () => {
      const { code, message } = await failureOf(anAnswer([], { reason: 'content_filter' }));
      assert.equal(code, 'refused');
      assert.match(message, /content filter withheld the answer of the model "/);
    });
  });

  it('says so when the conversation itself is not sendable', async () => {
    server = await ScriptedModelServer.start([saying('never')]);
    const calling = { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'x', input: {} }] } as const;
    const model = new OpenAiCompatibleModel(anEndpoint(server.baseUrl));
    const { error } = await roundOf(model, aRequest({ messages: [theUser('Hi'), calling, theUser('And?')] }));
    assert.equal(error?.code, 'refused');
    assert.match(error?.message ?? '', /cannot be sent/);
  });
});

function raw(text: string) {
  return { do: 'raw', text } as const;
}

function assertNoSecret(error: ModelError): void {
  assert.ok(!JSON.stringify(describeDeep(error)).includes(key), error.message);
}

/** Everything of an error that a log could print: its own and inherited texts, and those of its causes. */
function describeDeep(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const own = Object.fromEntries(Object.getOwnPropertyNames(error).map((name) => [name, Reflect.get(error, name)]));
  return { ...own, cause: describeDeep(error.cause) };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
