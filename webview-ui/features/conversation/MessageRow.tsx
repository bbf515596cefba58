import type { ReactElement } from 'react';
import { memo } from 'react';
import { useViewState } from '../../bridge/useViewState.ts';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';
import type { Turn } from '../../../src/shared/thread/threadState.ts';
import { AssistantMessage } from './AssistantMessage.tsx';
import { rowsOfTurn, turnOfRow } from './messageRow.ts';
import { UserMessage } from './UserMessage.tsx';

/**
 * One row of the list. It looks up its own turn, so that a piece of text renders the running answer alone, whatever
 * the length of the conversation.
 */
export const MessageRow = memo(function MessageRow({ row }: { row: number }): ReactElement {
  const turn = useViewState((state) => turnOfRow(state.thread, row));
  // A row without height confuses the list's measuring.
  if (!turn) return <div className="message-gone" />;
  return row % rowsOfTurn === 0 ? <UserArticle turn={turn} /> : <AssistantArticle turn={turn} />;
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
    before.turn.text === after.turn.text &&
    before.turn.materials === after.turn.materials &&
    before.turn.prompt === after.turn.prompt &&
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
  return turn.parts.map((part) => (part.kind === 'markdown' ? part.text : '')).join('\n');
}
