import type { ReactElement } from 'react';
import { memo } from 'react';
import { useViewState } from '../../bridge/useViewState.ts';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';
import type { Turn } from '../../../src/shared/thread/threadState.ts';
import { AssistantMessage } from './AssistantMessage.tsx';
import { compactionIn } from './compactionPlace.ts';
import { rowsOfTurn, turnOfRow } from './messageRow.ts';
import { SummaryDivider } from './SummaryDivider.tsx';
import { UserMessage } from './UserMessage.tsx';

/**
 * One row of the list. It looks up its own turn, so that a piece of text renders the running answer alone, whatever
 * the length of the conversation.
 */
export const MessageRow = memo(function MessageRow({ row }: { row: number }): ReactElement {
  const turn = useViewState((state) => turnOfRow(state.thread, row));
  // A row without height confuses the list's measuring.
  if (!turn) return <div className="message-gone" />;
  if (row % rowsOfTurn !== 0) return <AssistantArticle turn={turn} />;
  return (
    <>
      <SummaryBefore turnId={turn.id} />
      <UserArticle turn={turn} />
    </>
  );
});

/** The end of the summary, when it reaches up to this turn and takes none of its rounds. */
const SummaryBefore = memo(function SummaryBefore({ turnId }: { turnId: string }): ReactElement | null {
  const compaction = useViewState((state) => compactionIn(state.thread.compactions, turnId));
  return compaction?.reach.rounds === 0 ? <SummaryDivider compaction={compaction} /> : null;
});

const UserArticle = memo(
  function UserArticle({ turn }: { turn: Turn }): ReactElement {
    return (
      <article className="message message-user" aria-label={text('you')}>
        <ErrorBoundary fallback={() => <PlainMessage content={turn.text} />}>
          <UserMessage turn={turn} />
        </ErrorBoundary>
      </article>
    );
  },
  // The answer of the same turn grows; the question stays.
  (before, after) =>
    before.turn.id === after.turn.id &&
    before.turn.text === after.turn.text &&
    before.turn.materials === after.turn.materials &&
    before.turn.prompt === after.turn.prompt &&
    before.turn.skills === after.turn.skills &&
    before.turn.warnings === after.turn.warnings,
);

const AssistantArticle = memo(function AssistantArticle({ turn }: { turn: Turn }): ReactElement {
  return (
    <article className="message message-assistant" aria-label={text('assistant')}>
      <ErrorBoundary fallback={() => <PlainMessage content={textOfAnswer(turn)} />}>
        <AssistantMessage turn={turn} />
      </ErrorBoundary>
    </article>
  );
});

/** What a message that cannot be drawn is shown as: itself. */
function PlainMessage({ content }: { content: string }): ReactElement {
  return (
    <>
      <p className="note">{text('messageUnreadable')}</p>
      <pre className="plain-message">
        <PlainText text={content} />
      </pre>
    </>
  );
}

function textOfAnswer(turn: Turn): string {
  return turn.parts.map((part) => (part.kind === 'markdown' || part.kind === 'hostAnswer' ? part.text : '')).join('\n');
}
