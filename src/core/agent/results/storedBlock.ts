import { messageOf } from '../../../shared/base/messageOf.ts';
import type { Artifact, ResultBlock } from '../../../shared/thread/resultBlock.ts';
import { headOf } from '../../base/headOf.ts';
import { bareType } from '../../threads/artifactType.ts';
import type { ArtifactKind } from '../../threads/artifactType.ts';
import type { BlockContext } from './blockContext.ts';

/** Length of the excerpt that stands for a stored text. */
const excerptChars = 2_000;

/** Stores a text and gives the block that stands for it, with the head of the text. */
export function storedText(
  text: string,
  source: { readonly mimeType?: string | undefined; readonly uri?: string | undefined },
  context: BlockContext,
): Promise<ResultBlock> {
  const excerpt = headOf(text, excerptChars);
  const mimeType = source.mimeType ?? 'text/plain';
  return stored(
    { kind: 'text', mimeType, data: text },
    context,
    (artifact) => ({ type: 'artifact', kind: 'text', artifact, chars: text.length, excerpt, uri: source.uri }),
    ` It begins:\n\n${excerpt}`,
  );
}

/** Stores content and makes its block; a placeholder, when it cannot be stored, so that the other blocks survive. */
export async function stored(
  content: { readonly kind: ArtifactKind; readonly mimeType: string; readonly data: Buffer | string },
  { artifacts, owner, index }: BlockContext,
  toBlock: (artifact: Artifact) => ResultBlock,
  excerpt = '',
): Promise<ResultBlock> {
  try {
    return toBlock(await artifacts.save({ ...owner, index, ...content }));
  } catch (error) {
    const what = `Content of type ${bareType(content.mimeType)}, ${Buffer.byteLength(content.data)} bytes,`;
    // The system's messages go on with a path after the comma, which is nobody's business here.
    const why = messageOf(error).split(',', 1)[0];
    return {
      type: 'placeholder',
      text: `${what} could not be stored (${why}). Solve that and run it again.${excerpt}`,
    };
  }
}
