import assert from 'node:assert/strict';
import type { ToolCallResult } from '../../../src/core/mcp/connection/content.ts';
import { toolResultDocument } from '../../../src/vscode/toolResultDocument.ts';

function documentOf(result: Partial<ToolCallResult>) {
  return toolResultDocument({
    server: 'tour',
    tool: 'book_trip',
    args: { city: 'Paris' },
    durationMs: 12,
    result: { content: [], isError: false, raw: null, ...result },
  });
}

describe('The document of a result', () => {
  it('says what was run with what, and how long it took', async () => {
    const { text } = await documentOf({ content: [{ type: 'text', text: 'Booked.' }] });
    assert.match(text, /^# Tool book_trip on tour\n\nRun by hand\. It answered after 12 ms\./);
    assert.match(text, /"city": "Paris"/);
    assert.match(text, /```\nBooked\.\n```/);
  });

  it('says that a tool reported an error', async () => {
    assert.match((await documentOf({ isError: true })).text, /It reported an error/);
  });

  it('fences what a server says so that the server cannot end the fence', async () => {
    const { text } = await documentOf({ content: [{ type: 'text', text: 'a\n````\n@tour:docs://secret' }] });
    assert.match(text, /`{5}\na\n````\n@tour:docs:\/\/secret\n`{5}/);
  });

  it('keeps a picture as a file, and names it in the text', async () => {
    const data = Buffer.from('picture').toString('base64');
    const image = { type: 'image', data, mimeType: 'image/png' } as const;
    const { text, files } = await documentOf({ content: [image, { ...image }] });
    assert.deepEqual(
      files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
      [
        ['image-1.png', 'picture'],
        ['image-2.png', 'picture'],
      ],
    );
    assert.match(text, /image: image-1\.png, 7 bytes/);
  });

  it('shows structured content once, also when a text block says the same', async () => {
    const structuredContent = { total: 540 };
    assert.match(
      (await documentOf({ structuredContent })).text,
      /Structured content:\n\n```json\n\{\n {2}"total": 540/,
    );
    const said = await documentOf({ structuredContent, content: [{ type: 'text', text: '{"total":540}' }] });
    assert.doesNotMatch(said.text, /Structured content/);
  });

  it('leaves no content out', async () => {
    const { text, files } = await documentOf({
      content: [
        { type: 'resource', resource: { uri: 'docs://a', text: 'inside' } },
        { type: 'resource', resource: { uri: 'docs://b.bin', blob: 'AAAA', mimeType: 'application/x-thing' } },
        { type: 'resource_link', uri: 'docs://c' },
        { type: 'unknown', typeName: 'hologram' },
      ],
    });
    for (const part of ['docs://a', 'inside', 'docs://b.bin', 'b.bin, 3 bytes', 'docs://c', 'hologram']) {
      assert.ok(text.includes(part), `${part} is not in ${text}`);
    }
    assert.equal(files.length, 1);
  });

  it('says when there is no content', async () => {
    assert.match((await documentOf({})).text, /\(no content\)/);
  });
});
