import type { ReactElement } from 'react';
import { useState } from 'react';
import { readContent } from '../../../src/shared/protocol/turnRequests.ts';
import type { ContentRef } from '../../../src/shared/thread/resultBlock.ts';
import { useLoaded } from '../../bridge/useLoaded.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { text } from '../../text.ts';
import { Markdown } from './markdown/Markdown.tsx';

interface HostAnswerProps {
  readonly content: string;
  /** Where the whole is, when `content` is only its head. */
  readonly cut?: ContentRef | undefined;
}

/** What the host answers to a command, such as a list of tools. */
export function HostAnswer({ content, cut }: HostAnswerProps): ReactElement {
  const [wanted, setWanted] = useState<{ readonly ref: ContentRef }>();
  const whole = useLoaded(readContent, wanted);
  return (
    <div className="host-answer">
      <Markdown source={whole.status === 'loaded' ? whole.value.text : content} />
      {cut && !wanted && (
        <LinkButton onPress={() => setWanted({ ref: cut })}>{text('showAll', { count: cut.chars })}</LinkButton>
      )}
      {wanted && whole.status === 'loading' && <p className="secondary">{text('loadingAll')}</p>}
      {whole.status === 'failed' && <ErrorNote message={text('requestFailed', whole)} />}
    </div>
  );
}
