import type { ReactElement } from 'react';
import { useMemo } from 'react';
import { readImage } from '../../../src/shared/protocol/turnRequests.ts';
import type { Artifact } from '../../../src/shared/thread/resultBlock.ts';
import { useLoaded } from '../../bridge/useLoaded.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { text } from '../../text.ts';

interface ContentImageProps {
  readonly artifact: Artifact;
  readonly source?: string | undefined;
}

/** An image of the conversation, fetched from the host when it is on the screen; never from the network. */
export function ContentImage({ artifact, source }: ContentImageProps): ReactElement {
  const threadId = useViewState((state) => state.thread.id);
  const artifactId = artifact.id;
  const params = useMemo(() => ({ threadId, artifactId }), [threadId, artifactId]);
  const image = useLoaded(readImage, params);
  switch (image.status) {
    case 'loading':
      return <p className="image-space secondary">{text('loadingImage')}</p>;
    case 'failed':
      return <ErrorNote message={text('imageFailed', image)} />;
    case 'loaded':
      if (!image.value.dataUrl.startsWith('data:image/')) {
        return <ErrorNote message={text('imageFailed', { message: artifact.mimeType })} />;
      }
      return (
        <img
          className="content-image"
          src={image.value.dataUrl}
          alt={text('imageAlt', { source: source ?? artifact.mimeType })}
        />
      );
  }
}
