import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { BlockContext } from './blockContext.ts';
import { blockText } from './blockText.ts';
import type { TextualBlock } from './blockText.ts';
import { storedText } from './storedBlock.ts';

type StoredBlock = Extract<ResultBlock, { type: 'artifact' }>;
type WrittenBlock = Exclude<TextualBlock, StoredBlock>;

/**
 * Keeps an answer in many pieces as small as one in a single piece: the limits of text hold for all of them together.
 * The pieces from the first one on that is too much are stored as one text. What is stored by itself keeps its place,
 * with its excerpt as long as there is room.
 */
export async function boundedBlocks(blocks: readonly ResultBlock[], context: BlockContext): Promise<ResultBlock[]> {
  const room = { ...context.limits };
  const take = (text: string): void => {
    room.chars -= text.length;
    room.bytes -= Buffer.byteLength(text);
  };
  const kept: ResultBlock[] = [];
  const rest: WrittenBlock[] = [];
  let isFirst = true;
  for (const block of blocks) {
    if (block.type === 'image') kept.push(block);
    else if (block.type === 'artifact') {
      const hasRoom = room.chars > 0 && room.bytes > 0;
      kept.push(hasRoom ? block : withoutExcerpt(block));
      if (hasRoom) take(block.excerpt ?? '');
    } else {
      const text = blockText(block);
      // The first was measured alone, without the words that are put around it.
      const fits = isFirst || (text.length <= room.chars && Buffer.byteLength(text) <= room.bytes);
      if (fits && rest.length === 0) {
        kept.push(block);
        take(text);
      } else rest.push(block);
      isFirst = false;
    }
  }
  return rest.length === 0 ? kept : [...kept, ...(await storedRest(rest, context))];
}

function withoutExcerpt(block: StoredBlock): StoredBlock {
  return { ...block, excerpt: undefined };
}

async function storedRest(rest: readonly WrittenBlock[], context: BlockContext): Promise<ResultBlock[]> {
  const [first] = rest;
  if (rest.length === 1 && first && 'text' in first) return [await storedText(first.text, sourceOf(first), context)];
  const text = `The other ${rest.length} pieces are too much to stand here. They are stored together, as one text.`;
  return [{ type: 'placeholder', text }, await storedText(rest.map(blockText).join('\n\n'), {}, context)];
}

function sourceOf(block: WrittenBlock): { readonly mimeType?: string | undefined; readonly uri?: string | undefined } {
  if (block.type === 'resource') return block;
  return block.type === 'json' ? { mimeType: 'application/json' } : {};
}
