import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { isElicitationOpen } from '../../../src/shared/thread/elicitation.ts';
import type { ThreadState } from '../../../src/shared/thread/threadState.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { text } from '../../text.ts';
import { nameOfCall } from './toolCallWords.ts';

/** Tells a screen reader what one would otherwise have to look for: a call that waits, and how an answer ended. */
export function Announcer(): ReactElement {
  const thread = useViewState((state) => state.thread);
  const previous = useRef(thread);
  const [news, setNews] = useState({ count: 0, message: '' });
  useEffect(() => {
    const message = newsBetween(previous.current, thread);
    previous.current = thread;
    if (message !== undefined) setNews(({ count }) => ({ count: count + 1, message }));
  }, [thread]);
  return (
    <div role="status" className="visually-hidden">
      {/* Another element each time: the same words twice are two announcements. */}
      <span key={news.count}>{news.message}</span>
    </div>
  );
}

function newsBetween(before: ThreadState, now: ThreadState): string | undefined {
  if (before.id !== now.id || before === now) return undefined;
  const ended = now.turns.at(-1);
  if (ended && ended.id === before.current?.id) {
    if (ended.status === 'failed') return text('announceFailed', { message: ended.error?.message ?? '' });
    return text(ended.status === 'completed' ? 'announceFinished' : 'announceStopped');
  }
  if (now.queue.length > before.queue.length) return text('announceQueued');
  const asked = firstOpen(now);
  if (asked && asked.id !== firstOpen(before)?.id) return text('announceQuestion', { server: asked.server });
  const waiting = firstWaiting(now);
  return waiting && waiting.id !== firstWaiting(before)?.id
    ? text('announceWaiting', { tool: nameOfCall(waiting) })
    : undefined;
}

function firstOpen(thread: ThreadState) {
  return thread.current?.elicitations.find(isElicitationOpen);
}

function firstWaiting(thread: ThreadState) {
  for (const part of thread.current?.parts ?? []) {
    if (part.kind === 'toolCall' && part.call.status === 'pendingApproval') return part.call;
  }
  return undefined;
}
