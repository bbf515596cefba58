import type { ReactElement } from 'react';
import type { ResultBlock } from '../../../src/shared/thread/resultBlock.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import { CutText } from './CutText.tsx';

type ArtifactBlock = Extract<ResultBlock, { type: 'artifact' }>;

/** Content that was stored instead of shown: its kind, type, size and id, with the head of a text. */
export function ArtifactNote({ block }: { block: ArtifactBlock }): ReactElement {
  const { artifact } = block;
  return (
    <div className="artifact">
      <p className="resource-link">
        <Icon name={block.kind === 'text' ? 'file-text' : 'file-binary'} />
        <span>{labelOf(block.kind)}</span>
        <span className="secondary">
          {text('artifactInfo', { type: artifact.mimeType, size: sizeInWords(artifact.bytes) })}
        </span>
      </p>
      <bdi className="secondary artifact-id">{artifact.id}</bdi>
      {block.excerpt !== undefined && <CutText content={block.excerpt} />}
    </div>
  );
}

function labelOf(kind: ArtifactBlock['kind']): string {
  switch (kind) {
    case 'text':
      return text('artifactText');
    case 'audio':
      return text('artifactAudio');
    case 'blob':
      return text('artifactBlob');
  }
}

function sizeInWords(bytes: number): string {
  if (bytes < 1000) return text('bytes', { count: bytes });
  if (bytes < 1_000_000) return text('kilobytes', { count: Math.round(bytes / 1000) });
  return text('megabytes', { count: Math.round(bytes / 100_000) / 10 });
}
