import assert from 'node:assert/strict';
import { readablePrompt, readableResource, readableToolResult } from '../../../src/cli/mcp/readable.ts';
import type { McpContent } from '../../../src/core/mcp/connection/content.ts';

describe('a result for people', () => {
  it('is the text of a tool, each block ending its line', () => {
    assert.equal(
      toolText([
        { type: 'text', text: 'One' },
        { type: 'text', text: 'Two\n' },
      ]),
      'One\nTwo\n',
    );
  });

  it('shows structured content only where no text says it', () => {
    const structuredContent = { cost: 1 };
    assert.equal(toolText([], structuredContent), '{\n  "cost": 1\n}\n');
    assert.equal(toolText([{ type: 'text', text: 'It costs 1.' }], structuredContent), 'It costs 1.\n');
  });

  it('names what is not text, with its size', () => {
    const content: McpContent[] = [
      { type: 'image', mimeType: 'image/png', data: 'AAECAw==' },
      { type: 'resource_link', uri: 'docs://a', name: 'A' },
      { type: 'resource', resource: { uri: 'docs://b', blob: 'AAE=' } },
      { type: 'unknown', typeName: 'hologram' },
    ];
    assert.equal(
      toolText(content),
      '[image, image/png, 4 bytes; --json shows it as base64]\n' +
        '[resource docs://a "A"]\n' +
        '[docs://b, application/octet-stream, 2 bytes; --json shows it as base64]\n' +
        '[content of the unknown type "hologram"; --json shows it]\n',
    );
  });

  it('is the text of a resource as it is', () => {
    const contents = [{ uri: 'docs://a', text: '# A\n\nText.\n' }];
    assert.equal(readableResource({ contents, raw: {} }), '# A\n\nText.\n');
  });

  it('says the role of each message of a prompt', () => {
    const messages = [
      { role: 'user', content: { type: 'text', text: 'Plan.' } },
      { role: 'assistant', content: { type: 'text', text: 'Where?' } },
    ] as const;
    assert.equal(readablePrompt({ messages, raw: {} }), 'user:\nPlan.\n\nassistant:\nWhere?\n');
  });
});

function toolText(content: readonly McpContent[], structuredContent?: Record<string, number>): string {
  return readableToolResult({ content, structuredContent, isError: false, raw: {} });
}
