import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import { headOf } from '../../base/headOf.ts';
import { storedAs } from '../results/blockText.ts';

/** Text of an old result that is kept whole, in UTF-16 code units. */
const wholeChars = 4_000;
/** What is kept of a longer one. */
const headChars = 1_500;
const mostBlocks = 20;

type ReadableBlock = Extract<ResultBlock, { type: 'text' | 'json' | 'resource' | 'placeholder' }>;

/**
 * What stands for a result once it is old: a short one as it was; of a longer one the head, with how to read the
 * whole. Images are named and not shown again. `idOf` gives the id under which `read_artifact` knows a block.
 */
export function oldResult(blocks: readonly ResultBlock[], idOf: (block: number) => string): ResultBlock[] {
  const named = blocks.map(withoutImage);
  if (!exceedsOldResult(blocks)) return named;
  const kept: ResultBlock[] = [];
  let left = headChars;
  for (const [index, block] of named.entries()) {
    if (index === mostBlocks || left === 0) {
      kept.push(leftOut(index, blocks.length - 1, idOf));
      break;
    }
    const text = textOf(block);
    const head = headOf(text, left);
    left -= head.length;
    kept.push(head.length === text.length ? block : cut(block, head, idOf(index)));
  }
  return kept;
}

/** Whether an old result is cut. */
export function exceedsOldResult(blocks: readonly ResultBlock[]): boolean {
  return blocks.length > mostBlocks || blocks.reduce((chars, block) => chars + textOf(block).length, 0) > wholeChars;
}

/** The same with its images named instead of shown. */
export function withoutImage(block: ResultBlock): ResultBlock {
  if (block.type !== 'image') return block;
  return { type: 'placeholder', text: `Image${storedAs(block)}; it is not shown again.` };
}

function textOf(block: ResultBlock): string {
  if (isReadable(block)) return block.text;
  return block.type === 'artifact' ? (block.excerpt ?? '') : '';
}

function isReadable(block: ResultBlock): block is ReadableBlock {
  return ['text', 'json', 'resource', 'placeholder'].includes(block.type);
}

function cut(block: ResultBlock, head: string, id: string): ResultBlock {
  if (block.type === 'artifact') return { ...block, excerpt: head };
  if (!isReadable(block)) return block;
  const line =
    `[This result is from an earlier round and cut here: ${head.length} of ${block.text.length} characters. ` +
    `The whole is readable with read_artifact under the id ${JSON.stringify(id)}.]`;
  return { ...block, text: `${head}\n\n${line}` };
}

function leftOut(first: number, last: number, idOf: (block: number) => string): ResultBlock {
  const [from, to] = [JSON.stringify(idOf(first)), JSON.stringify(idOf(last))];
  const which = first === last ? `under the id ${from}` : `one by one under the ids ${from} to ${to}`;
  const text = `The rest of this result from an earlier round is left out; it is readable with read_artifact ${which}.`;
  return { type: 'placeholder', text };
}
