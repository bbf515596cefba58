import assert from 'node:assert/strict';
import {
  readCompletionResult,
  readContent,
  readPromptResult,
  readResourceResult,
  readToolResult,
} from '../../../src/core/mcp/connection/contentReader.ts';

describe('reading content', () => {
  const blocks: [unknown, unknown][] = [
    [
      { type: 'text', text: '' },
      { type: 'text', text: '' },
    ],
    [
      { type: 'image', data: 'AA==', mimeType: 'image/png', annotations: {} },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
    ],
    [
      { type: 'audio', data: 'AA==' },
      { type: 'audio', data: 'AA==', mimeType: 'application/octet-stream' },
    ],
    [
      { type: 'resource', resource: { uri: 'x:1', text: 't' } },
      { type: 'resource', resource: { uri: 'x:1', mimeType: undefined, text: 't', blob: undefined } },
    ],
    [
      { type: 'resource_link', uri: 'x:1', name: 'n', title: 't' },
      { type: 'resource_link', uri: 'x:1', name: 'n', mimeType: undefined },
    ],
    [{ type: 'text' }, { type: 'unknown', typeName: 'text' }],
    [
      { type: 'resource', resource: { text: 'no uri' } },
      { type: 'unknown', typeName: 'resource' },
    ],
    [
      { type: 'video', data: 'AA==' },
      { type: 'unknown', typeName: 'video' },
    ],
    [{ text: 'no type' }, { type: 'unknown', typeName: 'no type' }],
    ['text', { type: 'unknown', typeName: 'no type' }],
    [null, { type: 'unknown', typeName: 'no type' }],
  ];
  for (const [block, expected] of blocks) {
    it(`makes ${JSON.stringify(block)} a block of ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(readContent(block), expected);
    });
  }

  it('of a tool keeps structured content and the error flag, and lacks nothing when there is no content', () => {
    const raw = { structuredContent: [1], isError: true };
    assert.deepEqual(readToolResult(raw), { content: [], structuredContent: [1], isError: true, raw });
  });

  it('of a resource takes the URI that was asked for where an item has none', () => {
    const raw = { contents: [{ text: 'a' }, { uri: 'x:2', blob: 'AA==', mimeType: 'a/b' }] };
    assert.deepEqual(readResourceResult(raw, 'x:1').contents, [
      { uri: 'x:1', mimeType: undefined, text: 'a', blob: undefined },
      { uri: 'x:2', mimeType: 'a/b', text: undefined, blob: 'AA==' },
    ]);
  });

  it('of a prompt keeps roles', () => {
    const messages = [
      { role: 'assistant', content: { type: 'text', text: 'a' } },
      { role: 'user', content: { type: 'odd' } },
      { role: 'system', content: { type: 'text', text: 'b' } },
    ];
    assert.deepEqual(readPromptResult({ messages }).messages, [
      { role: 'assistant', content: { type: 'text', text: 'a' } },
      { role: 'user', content: { type: 'unknown', typeName: 'odd' } },
      { role: 'user', content: { type: 'text', text: 'b' } },
    ]);
  });

  it('of a completion takes texts and leaves out the rest', () => {
    const completion = readCompletionResult({ completion: { values: ['a', 1, 'b'], hasMore: true } });
    assert.deepEqual([completion.values, completion.hasMore], [['a', 'b'], true]);
    assert.deepEqual(readCompletionResult({}).values, []);
  });
});
