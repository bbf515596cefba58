import './conversation.css';
import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { useViewState } from '../../bridge/useViewState.ts';
import { useViewLink } from '../../bridge/viewLinkContext.ts';
import { Icon } from '../../components/Icon.tsx';
import { RememberedOpenContext } from '../../components/rememberedOpen.ts';
import { text } from '../../text.ts';
import { EmptyState } from './EmptyState.tsx';
import { countRows, keyOfRow, rowsOfTurn } from './messageRow.ts';
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

/**
 * A virtual list of all turns but the last, which follows below it. The list takes a row that grows for one that came
 * in above, and moves what is being read; the turn that streams must not be among its rows. Nor does a turn change its
 * place when it ends, only when the next one begins.
 */
function MessageList({ rows }: { rows: number }): ReactElement {
  const { replica } = useViewLink();
  const [remembered] = useState(() => new Map<string, boolean>());
  const { isFollowing, jumpToEnd, onContentResized, scrollerRef } = useFollowEnd();
  useJumpOnNewTurn(jumpToEnd);
  return (
    <RememberedOpenContext.Provider value={remembered}>
      <Virtuoso
        className="message-list"
        totalCount={rows - rowsOfTurn}
        initialTopMostItemIndex={{ index: Math.max(0, rows - rowsOfTurn - 1), align: 'end' }}
        components={listComponents}
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
    </RememberedOpenContext.Provider>
  );
}

/** The messages of the last turn, running or ended. */
function LastTurn(): ReactElement {
  const { replica } = useViewLink();
  const rows = useViewState((state) => countRows(state.thread));
  return (
    <>
      {[rows - 2, rows - 1].map((row) => (
        <MessageRow key={keyOfRow(replica.state.thread, row)} row={row} />
      ))}
      <Summarizing />
    </>
  );
}

function Summarizing(): ReactElement | null {
  const isSummarizing = useViewState((state) => state.thread.compacting !== undefined);
  if (!isSummarizing) return null;
  return (
    <p className="working summarizing" role="status">
      <Icon name="loading" isSpinning />
      {text('summarizing')}
    </p>
  );
}

const listComponents = { Footer: LastTurn };

/** A turn begins by the person's own act: its message is shown wherever they had scrolled to. */
function useJumpOnNewTurn(jumpToEnd: () => void): void {
  const turnId = useViewState((state) => state.thread.current?.id);
  const lastSeen = useRef(turnId);
  useEffect(() => {
    if (turnId !== undefined && turnId !== lastSeen.current) jumpToEnd();
    lastSeen.current = turnId;
  }, [turnId, jumpToEnd]);
}
