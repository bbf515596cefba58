import type { ReactElement } from 'react';
import { useState } from 'react';
import { readContent } from '../../../src/shared/protocol/turnRequests.ts';
import type { ContentRef } from '../../../src/shared/thread/resultBlock.ts';
import { useLoaded } from '../../bridge/useLoaded.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';

interface CutTextProps {
  readonly content: string;
  /** Where the whole is, when `content` is only its head. */
  readonly cut?: ContentRef | undefined;
}

/** Text as it is, in a box that scrolls. A cut text offers the rest. */
export function CutText({ content, cut }: CutTextProps): ReactElement {
  const [wanted, setWanted] = useState<{ readonly ref: ContentRef }>();
  const whole = useLoaded(readContent, wanted);
  return (
    <>
      <pre className="code-box" tabIndex={0}>
        <PlainText text={whole.status === 'loaded' ? whole.value.text : content} />
      </pre>
      {cut && !wanted && (
        <LinkButton onPress={() => setWanted({ ref: cut })}>{text('showAll', { count: cut.chars })}</LinkButton>
      )}
      {wanted && whole.status === 'loading' && <p className="secondary">{text('loadingAll')}</p>}
      {whole.status === 'failed' && <ErrorNote message={text('requestFailed', whole)} />}
    </>
  );
}
