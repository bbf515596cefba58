import './conversation.css';
import type { ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { useViewState } from '../../bridge/useViewState.ts';
import { useViewLink } from '../../bridge/viewLinkContext.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import { EmptyState } from './EmptyState.tsx';
import { countRows, keyOfRow } from './messageRow.ts';
import { MessageRow } from './MessageRow.tsx';
import { useFollowEnd } from './useFollowEnd.ts';

/**
 * The messages. A live region of its own would read out every token, so it is switched off; `Announcer` says what
 * matters.
 */
export function Conversation(): ReactElement {
  const threadId = useViewState((state) => state.thread.id);
  const rows = useViewState((state) => countRows(state.thread));
  return (
    <div role="log" aria-label={text('conversation')} aria-live="off" className="conversation">
      {rows === 0 ? <EmptyState /> : <MessageList key={threadId} rows={rows} />}
    </div>
  );
}

function MessageList({ rows }: { rows: number }): ReactElement {
  const { replica } = useViewLink();
  const { isFollowing, jumpToEnd, onContentResized, scrollerRef } = useFollowEnd();
  useJumpOnNewTurn(jumpToEnd);
  return (
    <>
      <Virtuoso
        className="message-list"
        totalCount={rows}
        initialTopMostItemIndex={{ index: rows - 1, align: 'end' }}
        computeItemKey={(row) => keyOfRow(replica.state.thread, row)}
        itemContent={(row) => <MessageRow row={row} />}
        scrollerRef={scrollerRef}
        totalListHeightChanged={onContentResized}
        increaseViewportBy={400}
      />
      {!isFollowing && (
        <button type="button" className="jump-to-latest" onClick={jumpToEnd}>
          <Icon name="arrow-down" />
          {text('jumpToLatest')}
        </button>
      )}
    </>
  );
}

/** A turn begins by the person's own act: its message is shown wherever they had scrolled to. */
function useJumpOnNewTurn(jumpToEnd: () => void): void {
  const turnId = useViewState((state) => state.thread.current?.id);
  const lastSeen = useRef(turnId);
  useEffect(() => {
    if (turnId !== undefined && turnId !== lastSeen.current) jumpToEnd();
    lastSeen.current = turnId;
  }, [turnId, jumpToEnd]);
}
