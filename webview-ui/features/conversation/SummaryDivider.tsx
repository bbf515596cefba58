import type { ReactElement } from 'react';
import type { Compaction } from '../../../src/shared/thread/compaction.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';

/** Where the summary ends that the model reads in place of everything above. The conversation itself stays whole. */
export function SummaryDivider({ compaction }: { compaction: Compaction }): ReactElement {
  const { id, summary, tokensBefore, tokensAfter } = compaction;
  return (
    <div className="summary-divider">
      <div role="separator" aria-label={text('summarized')} className="summary-line" />
      <Disclosure id={id} className="summary" summary={text('summarized')}>
        {() => (
          <>
            <p className="secondary">{text('summaryOf', { before: tokensBefore, after: tokensAfter })}</p>
            <div className="reasoning-text">
              <PlainText text={summary} />
            </div>
          </>
        )}
      </Disclosure>
    </div>
  );
}
