import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { ResourceContents } from '../../mcp/connection/content.ts';
import { binaryBlock } from './binaryBlock.ts';
import type { BlockContext } from './blockContext.ts';
import { storedText } from './storedBlock.ts';
import { fitsInline } from './textLimits.ts';

/** Converts the contents of an embedded or read resource. An empty text is a text. */
export async function resourceBlock(contents: ResourceContents, context: BlockContext): Promise<ResultBlock> {
  const { uri, mimeType, text } = contents;
  if (text === undefined) return resourceBlobBlock(contents, context);
  if (!fitsInline(text, context.limits)) return storedText(text, contents, context);
  return { type: 'resource', server: context.owner.server, uri, mimeType, text };
}

/** Converts the contents of a resource that have no text. */
export async function resourceBlobBlock(contents: ResourceContents, context: BlockContext): Promise<ResultBlock> {
  const { uri, mimeType, blob } = contents;
  if (blob === undefined) {
    return { type: 'placeholder', text: `The resource ${JSON.stringify(uri)} came without text or blob.` };
  }
  return binaryBlock({ data: blob, declared: 'blob', mimeType, uri }, context);
}
