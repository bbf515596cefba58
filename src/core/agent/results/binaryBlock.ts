import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import { bareType } from '../../threads/artifactType.ts';
import { decodeBase64 } from './base64.ts';
import type { BlockContext } from './blockContext.ts';
import { imageType } from './imageType.ts';
import { stored } from './storedBlock.ts';

/** Models take images up to this size (contract §4). */
const maxModelImageBytes = 5 * 1024 * 1024;

/** Base64 content as a server sent it. `declared` is what the server says it is, if it says so. */
export interface BinaryContent {
  readonly data: string;
  readonly declared: 'image' | 'audio' | 'blob';
  readonly mimeType?: string | undefined;
  readonly uri?: string | undefined;
}

/**
 * Stores binary content. Images of the kinds that models take become an image block, everything else an artifact
 * block; base64 that does not decode becomes a placeholder.
 */
export function binaryBlock(content: BinaryContent, context: BlockContext): Promise<ResultBlock> {
  const { uri } = content;
  const mimeType = bareType(content.mimeType);
  const bytes = decodeBase64(content.data);
  if (!bytes) {
    const what = uri === undefined ? `content of type ${mimeType}` : `${JSON.stringify(uri)} (${mimeType})`;
    return Promise.resolve({ type: 'placeholder', text: `The ${content.declared} ${what} is not valid base64.` });
  }
  const mayBeImage = content.declared === 'image' || content.mimeType === undefined || mimeType.startsWith('image/');
  const image = mayBeImage ? imageType(bytes) : undefined;
  if (image) {
    const isForModel = bytes.length <= maxModelImageBytes;
    return stored({ kind: 'image', mimeType: image, data: bytes }, context, (artifact) => ({
      type: 'image',
      artifact,
      isForModel,
      uri,
    }));
  }
  const kind = content.declared === 'audio' || mimeType.startsWith('audio/') ? 'audio' : 'blob';
  return stored({ kind, mimeType, data: bytes }, context, (artifact) => ({ type: 'artifact', kind, artifact, uri }));
}
