import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import { headOf } from '../../base/headOf.ts';
import type { ResourceContents } from '../../mcp/connection/content.ts';
import type { BlockContext } from './blockContext.ts';
import { guardedBlock } from './guardedBlock.ts';
import { resourceBlobBlock } from './resourceBlock.ts';
import { stored } from './storedBlock.ts';

/**
 * Converts what was read for a mention: `maxChars` of text inline, counted over all its contents, so that a resource
 * in many pieces is no larger than one in a single piece. A text that is cut is also stored whole.
 */
export async function materialBlocks(
  contents: readonly ResourceContents[],
  maxChars: number,
  contextAt: (index: number) => BlockContext,
): Promise<ResultBlock[]> {
  const blocks: ResultBlock[] = [];
  let left = maxChars;
  for (const [index, item] of contents.entries()) {
    const context = contextAt(index);
    const { uri, mimeType, text } = item;
    if (text === undefined) {
      blocks.push(await guardedBlock(`Content ${index + 1}`, () => resourceBlobBlock(item, context)));
      continue;
    }
    const head = headOf(text, left);
    left -= head.length;
    if (head !== '' || text === '') {
      blocks.push({ type: 'resource', server: context.owner.server, uri, mimeType, text: head });
    }
    if (head.length < text.length) {
      blocks.push(await guardedBlock(`Content ${index + 1}`, () => storedWhole(item, text, context)));
    }
  }
  return blocks;
}

function storedWhole({ uri, mimeType }: ResourceContents, text: string, context: BlockContext): Promise<ResultBlock> {
  return stored({ kind: 'text', mimeType: mimeType ?? 'text/plain', data: text }, context, (artifact) => ({
    type: 'artifact',
    kind: 'text',
    artifact,
    chars: text.length,
    uri,
  }));
}
