import assert from 'node:assert/strict';
import type { ModelMessage } from '../../../src/core/models/languageModel.ts';
import type { ModelEndpoint } from '../../../src/core/models/modelEndpoint.ts';
import { OpenAiCompatibleModel } from '../../../src/core/models/openAiCompatibleModel.ts';
import { saying, type RecordedRequest } from '../../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import { anEndpoint, aRequest, roundOf, theUser } from './modelRound.ts';

const image = { type: 'image', mimeType: 'image/png', data: Uint8Array.of(137, 80, 78, 71) } as const;
const dataUrl = 'data:image/png;base64,iVBORw==';

describe('what a model endpoint is sent', () => {
  async function sent(
    request: Parameters<typeof aRequest>[0],
    parts: Partial<ModelEndpoint> = {},
  ): Promise<RecordedRequest> {
    const server = await ScriptedModelServer.start([saying('ok')]);
    try {
      const { error } = await roundOf(new OpenAiCompatibleModel(anEndpoint(server.baseUrl, parts)), aRequest(request));
      assert.equal(error, undefined);
      const [recorded] = server.requests;
      assert.ok(recorded);
      return recorded;
    } finally {
      await server.dispose();
    }
  }

  async function messages(given: readonly ModelMessage[], takesImages = false) {
    return (await sent({ messages: given }, { takesImages })).body.messages;
  }

  it('asks for a stream with usage from the model as the endpoint knows it', async () => {
    const { body, path } = await sent({});
    assert.equal(path, '/v1/chat/completions');
    assert.equal(body.model, 'org/small');
    assert.equal(body.stream, true);
    assert.deepEqual(body['stream_options'], { include_usage: true });
    assert.ok(!('max_tokens' in body));
  });

  it('replaces half a character, which strict endpoints refuse, in whatever a server wrote', async () => {
    const inputSchema = { type: 'object', properties: { city: { type: 'string', description: 'a\ud800b' } } };
    const { body } = await sent({ tools: [{ name: 'mcp__tour__book', description: 'c\udc00', inputSchema }] });
    const text = JSON.stringify(body['tools']);
    assert.ok(text.includes('a\ufffdb') && text.includes('c\ufffd') && !/\\ud[89a-f]/.test(text), text);
  });

  it('has no authorization without a key, and the headers of the settings', async () => {
    const { headers } = await sent({}, { headers: { 'X-Team': 'maps' } });
    assert.equal(headers['authorization'], undefined);
    assert.equal(headers['x-team'], 'maps');
  });

  it('limits the answer as the settings say', async () => {
    assert.equal((await sent({}, { maxOutputTokens: 512 })).body['max_tokens'], 512);
  });

  it('puts the system prompt first, and none when it is empty', async () => {
    assert.deepEqual((await sent({ system: 'Be brief.' })).body.messages[0], { role: 'system', content: 'Be brief.' });
    assert.deepEqual((await sent({ system: '' })).body.messages, [{ role: 'user', content: 'Hello' }]);
  });

  it('keeps material and question apart and in order', async () => {
    assert.deepEqual(
      await messages([
        { role: 'user', isMeta: true, content: [{ type: 'text', text: 'Material' }] },
        theUser('Question'),
      ]),
      [
        { role: 'user', content: 'Material' },
        { role: 'user', content: 'Question' },
      ],
    );
  });

  it('leaves a schema as the server wrote it', async () => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { when: { type: 'string', format: 'date', 'x-own': [1, null] }, any: {} },
      required: ['when'],
      additionalProperties: true,
    };
    const { body } = await sent({ tools: [{ name: 'mcp__tour__plan', description: 'Plans.', inputSchema }] });
    const wanted = { name: 'mcp__tour__plan', description: 'Plans.', parameters: inputSchema };
    assert.deepEqual(body.tools, [{ type: 'function', function: wanted }]);
  });

  it('sends no tools when there are none or the model takes none', async () => {
    const tools = [{ name: 'now', description: '', inputSchema: { type: 'object' } }];
    assert.equal((await sent({ tools: [] })).body.tools, undefined);
    assert.equal((await sent({ tools }, { takesTools: false })).body.tools, undefined);
  });

  it('pairs calls with their results', async () => {
    const conversation: ModelMessage[] = [
      theUser('Plan'),
      {
        role: 'assistant',
        text: 'First the rules.',
        toolCalls: [{ id: 'c1', name: 'read', input: { uri: 'docs://a' } }],
      },
      {
        role: 'tool',
        results: [{ toolCallId: 'c1', name: 'read', content: [{ type: 'text', text: 'The rules.' }], isError: false }],
      },
    ];
    const [, call, result] = await messages(conversation);
    assert.equal(call?.content, 'First the rules.');
    const asked = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"uri":"docs://a"}' } };
    assert.deepEqual(call?.tool_calls, [asked]);
    assert.deepEqual(result, { role: 'tool', tool_call_id: 'c1', content: 'The rules.' });
  });

  for (const input of ['{"city": Par', 7, null, [1]]) {
    it(`wraps earlier arguments that are no object: ${JSON.stringify(input)}`, async () => {
      const results = [{ toolCallId: 'c1', name: 'x', content: [], isError: true }];
      const conversation: ModelMessage[] = [
        theUser('Go'),
        { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'x', input }] },
        { role: 'tool', results },
      ];
      const [, call, result] = await messages(conversation);
      assert.deepEqual(JSON.parse(call?.tool_calls?.[0]?.function.arguments ?? ''), { invalid_arguments: input });
      assert.equal(result?.content, '(no content)');
    });
  }

  it('leaves out an assistant message that says nothing', async () => {
    const silent: ModelMessage = { role: 'assistant', text: '', toolCalls: [] };
    assert.deepEqual((await messages([theUser('One'), silent, theUser('Two')])).length, 2);
  });

  describe('of images', () => {
    it('is the image, for a model that takes images', async () => {
      const [message] = await messages([{ role: 'user', content: [{ type: 'text', text: 'See' }, image] }], true);
      const picture = { type: 'image_url', image_url: { url: dataUrl } };
      assert.deepEqual(message?.content, [{ type: 'text', text: 'See' }, picture]);
    });

    it('is a note, for a model that takes none', async () => {
      const [message] = await messages([{ role: 'user', content: [{ type: 'text', text: 'See' }, image] }]);
      const note = '[Image, image/png, 4 bytes: not sent, because this model takes no images]';
      assert.deepEqual(message?.content, [
        { type: 'text', text: 'See' },
        { type: 'text', text: note },
      ]);
    });

    it('follows the results it belongs to, since a tool message holds text alone', async () => {
      const result = (id: string) =>
        ({ toolCallId: id, name: 'draw', content: [{ type: 'text', text: 'Drawn.' }, image], isError: false }) as const;
      const calls = ['c1', 'c2'].map((id) => ({ id, name: 'draw', input: {} }));
      const conversation: ModelMessage[] = [
        theUser('Draw two'),
        { role: 'assistant', text: '', toolCalls: calls },
        { role: 'tool', results: [result('c1'), result('c2')] },
      ];
      const all = await messages(conversation, true);
      assert.deepEqual(
        all.map(({ role }) => role),
        ['user', 'assistant', 'tool', 'tool', 'user'],
      );
      assert.equal(all[2]?.content, 'Drawn.\n[Image, image/png, 4 bytes: in the next message]');
      assert.deepEqual(all[4]?.content, [
        { type: 'text', text: 'Images from the result of draw (c1):' },
        { type: 'image_url', image_url: { url: dataUrl } },
        { type: 'text', text: 'Images from the result of draw (c2):' },
        { type: 'image_url', image_url: { url: dataUrl } },
      ]);
    });
  });

  it('goes to the query of a base URL as well', async () => {
    const server = await ScriptedModelServer.start([saying('ok')]);
    await roundOf(new OpenAiCompatibleModel(anEndpoint(`${server.baseUrl}/?api-version=2`)), aRequest());
    await server.dispose();
    assert.equal(server.requests[0]?.path, '/v1/chat/completions?api-version=2');
  });
});
