import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/shared/base/json.ts';
import type { ModelTool } from '../../../../src/core/models/languageModel.ts';
import { readCall } from '../../../../src/core/models/text/writtenCall.ts';

const plan: ModelTool = {
  name: 'mcp__tour__plan',
  description: 'Plans a trip',
  inputSchema: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      days: { type: 'integer' },
      isCheap: { type: 'boolean' },
      stops: { type: 'array', items: { type: 'string' } },
      guide: { type: 'object' },
      code: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      free: {},
    },
  },
};
const tools = new Map([[plan.name, plan]]);
const read = (body: string, tag = plan.name) => readCall(tag, body, tools);

describe('readCall', () => {
  const bodies: readonly [string, string, JsonValue][] = [
    ['nothing', ' \n ', {}],
    ['text as text', '<city>12</city>', { city: '12' }],
    ['numbers and truth', '<days>3</days>\n<isCheap>true</isCheap>', { days: 3, isCheap: true }],
    ['what is no number as it is, for the check of arguments', '<days>three</days>', { days: 'three' }],
    ['a list as JSON', '<stops>["a","b"]</stops>', { stops: ['a', 'b'] }],
    ['a list by repetition', '<stops>a</stops><stops>b</stops>', { stops: ['a', 'b'] }],
    ['a list of one', '<stops>a</stops>', { stops: ['a'] }],
    ['an object as JSON', '<guide>{"name": "Ada"}</guide>', { guide: { name: 'Ada' } }],
    ['text where text may be', '<code>007</code>', { code: '007' }],
    ['an object where anything may be', '<free>{"a": 1}</free><city></city>', { free: { a: 1 }, city: '' }],
    ['references', '<city>A &amp; B &lt;3 &#x1F600; &nbsp;</city>', { city: 'A & B <3 😀 &nbsp;' }],
    ['CDATA', '<city>a<![CDATA[<b>&amp;</city>]]>c</city>', { city: 'a<b>&amp;</city>c' }],
    ['lines without those next to the tags', '<city>\n a\n b\n</city>', { city: ' a\n b' }],
    ['arguments as one JSON object', '<arguments>{"days": 3}</arguments>', { days: 3 }],
    ['JSON alone', '{"days": 3}', { days: 3 }],
  ];
  for (const [what, body, input] of bodies) {
    it(`reads ${what}`, () => assert.deepEqual(read(body), { name: plan.name, input }));
  }

  for (const body of ['Paris', '<city>Paris', '<city>a</city><city>b</city>', 'x <city>a</city>', '<![CDATA[']) {
    it(`takes no arguments from ${JSON.stringify(body)}`, () => {
      assert.deepEqual(read(body), { name: plan.name, input: body });
    });
  }

  it('keeps an argument of any name its own', () => {
    const { input } = read('<__proto__>{"a": 1}</__proto__><toString>x</toString>');
    assert.deepEqual(Object.entries(input as object), [
      ['__proto__', { a: 1 }],
      ['toString', 'x'],
    ]);
  });

  it('reads the call of a resource', () => {
    const body = '<server_name>tour</server_name>\n<uri>tour:///a?b&amp;c</uri>';
    assert.deepEqual(read(body, 'access_mcp_resource').input, { server_name: 'tour', uri: 'tour:///a?b&c' });
  });

  it('finds the tool that is named by its server and its own name', () => {
    const body =
      '<server_name>tour</server_name><tool_name>plan</tool_name><arguments>\n{"city": "Paris"}\n</arguments>';
    assert.deepEqual(read(body, 'use_mcp_tool'), { name: 'mcp__tour__plan', input: { city: 'Paris' } });
    const unknown = read('<server_name>my server</server_name><tool_name>x</tool_name>', 'use_mcp_tool');
    assert.deepEqual(unknown, { name: 'mcp__my_server__x', input: {} });
  });
});
