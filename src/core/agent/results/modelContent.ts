import { messageOf } from '../../../shared/base/messageOf.ts';
import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { Material } from '../../../shared/thread/threadState.ts';
import type { ModelContent } from '../../models/languageModel.ts';
import type { ArtifactStore } from '../../threads/artifactStore.ts';
import { blockText, storedAs } from './blockText.ts';
import { frameOf, materialText } from './materialFrame.ts';

export interface ModelContentOptions {
  readonly threadId: string;
  /** Whether the model takes images. */
  readonly takesImages: boolean;
  readonly artifacts: Pick<ArtifactStore, 'read'>;
}

/**
 * What a model reads of blocks, in their order: text, and the images it can take. Base64 is never text. The same blocks
 * give the same content, so that providers can cache a transcript.
 */
export async function blocksToModelContent(
  blocks: readonly ResultBlock[],
  options: ModelContentOptions,
): Promise<ModelContent[]> {
  const parts = await Promise.all(blocks.map((block) => blockParts(block, options)));
  return joinText(parts.flat());
}

/** The same for attached material: framed as a quotation that its content cannot end (contract §5). */
export async function materialToModelContent(
  material: Material,
  options: ModelContentOptions,
): Promise<ModelContent[]> {
  const { opening, closing } = frameOf(material);
  const parts = await Promise.all(
    material.blocks.map((block) => {
      const text = materialText(block, material);
      return text === undefined ? blockParts(block, options) : Promise.resolve([asText(text)]);
    }),
  );
  return joinText([asText(opening), ...parts.flat(), asText(closing)]);
}

async function blockParts(block: ResultBlock, options: ModelContentOptions): Promise<ModelContent[]> {
  if (block.type !== 'image') return [asText(blockText(block))];
  const line = `Image${storedAs(block)}`;
  if (!block.isForModel) return [asText(`[${line}; it is too large to be shown to you.]`)];
  if (!options.takesImages) return [asText(`[${line}; this model does not take images.]`)];
  try {
    const { mimeType, bytes } = await options.artifacts.read(options.threadId, block.artifact.id);
    return [asText(`[${line}:]`), { type: 'image', mimeType, data: bytes }];
  } catch (error) {
    // Whatever the disk says: one image that cannot be read must not end the conversation.
    const why = messageOf(error);
    return [asText(`[${line}, but cannot be shown. ${why}]`)];
  }
}

function asText(text: string): ModelContent {
  return { type: 'text', text };
}

/** Joins neighbouring texts by a blank line: some providers show a model only the first text of a message. */
function joinText(parts: readonly ModelContent[]): ModelContent[] {
  const joined: ModelContent[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'text' && last?.type === 'text') joined.splice(-1, 1, asText(`${last.text}\n\n${part.text}`));
    else joined.push(part);
  }
  return joined;
}
