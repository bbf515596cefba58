import './conversation.css';
import type { ReactElement } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';
import { Virtuoso } from 'react-virtuoso';
import { useViewState } from '../../bridge/useViewState.ts';
import { useViewLink } from '../../bridge/viewLinkContext.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import { EmptyState } from './EmptyState.tsx';
import { countRows, keyOfRow } from './messageRow.ts';
import { MessageRow } from './MessageRow.tsx';

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
  const list = useRef<VirtuosoHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const jumpToLatest = useCallback(() => list.current?.scrollToIndex({ index: 'LAST', align: 'end' }), []);
  useJumpOnNewTurn(jumpToLatest);
  return (
    <>
      <Virtuoso
        ref={list}
        className="message-list"
        totalCount={rows}
        initialTopMostItemIndex={{ index: rows - 1, align: 'end' }}
        computeItemKey={(row) => keyOfRow(replica.state.thread, row)}
        itemContent={(row) => <MessageRow row={row} />}
        followOutput={(wasAtEnd) => (wasAtEnd ? 'auto' : false)}
        atBottomThreshold={24}
        atBottomStateChange={setIsAtEnd}
        increaseViewportBy={400}
      />
      {!isAtEnd && (
        <button type="button" className="jump-to-latest" onClick={jumpToLatest}>
          <Icon name="arrow-down" />
          {text('jumpToLatest')}
        </button>
      )}
    </>
  );
}

/** A turn begins by the person's own act: its message is shown wherever they had scrolled to. */
function useJumpOnNewTurn(jumpToLatest: () => void): void {
  const turnId = useViewState((state) => state.thread.current?.id);
  const lastSeen = useRef(turnId);
  useEffect(() => {
    if (turnId !== undefined && turnId !== lastSeen.current) jumpToLatest();
    lastSeen.current = turnId;
  }, [turnId, jumpToLatest]);
}
