import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { McpContent } from '../../../src/core/mcp/connection/content.ts';
import { blocksToModelContent } from '../../../src/core/agent/results/modelContent.ts';
import { ResultConverter } from '../../../src/core/agent/results/resultConverter.ts';
import { defaultSettings } from '../../../src/core/settings.ts';
import { png } from './images.ts';
import { temporaryArtifacts } from './temporaryArtifacts.ts';

/** So many characters of base64 in a row are no accident. */
const runChars = 16;

const bytes = fc
  .tuple(fc.boolean(), fc.uint8Array({ minLength: 60, maxLength: 200 }))
  .map(([isImage, tail]) => Buffer.concat([isImage ? png : Buffer.alloc(0), tail]));
const data = fc
  .tuple(bytes, fc.constantFrom('', '!', '\n', '=x'))
  .map(([buffer, flaw]) => buffer.toString('base64') + flaw);
const mimeType = fc.constantFrom('image/png', 'image/svg+xml', 'audio/wav', 'application/pdf', 'text/plain', '');
const block: fc.Arbitrary<McpContent> = fc.oneof(
  fc.record({ type: fc.constantFrom('image' as const, 'audio' as const), data, mimeType }),
  fc.record({
    type: fc.constant('resource' as const),
    resource: fc.record({ uri: fc.constant('tour://blob'), mimeType, blob: data }),
  }),
);

describe('what a model reads of binary content', () => {
  it('has no run of its base64 in any text, whether or not the base64 is sound', async function () {
    this.timeout(30_000);
    const temporary = await temporaryArtifacts();
    const { artifacts } = temporary;
    const converter = new ResultConverter({ artifacts, settings: () => defaultSettings });
    const owner = { threadId: 't1', server: 'tour', tool: 'guide' };
    try {
      const property = fc.asyncProperty(
        fc.array(block, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (content, takesImages) => {
          const blocks = await converter.toolResult({ content, isError: false, raw: null }, owner);
          const read = await blocksToModelContent(blocks, { threadId: 't1', takesImages, artifacts });
          const texts = read.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
          for (const encoded of content.map(dataOf)) {
            for (let at = 0; at + runChars <= encoded.length; at += 1) {
              assert.ok(!texts.includes(encoded.slice(at, at + runChars)));
            }
          }
        },
      );
      await fc.assert(property, { numRuns: 40 });
    } finally {
      await temporary.remove();
    }
  });
});

function dataOf(item: McpContent): string {
  if (item.type === 'resource') return item.resource.blob ?? '';
  return 'data' in item ? item.data : '';
}
