import { useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end within which scrolling down takes hold of it again. */
const nearEnd = 24;

interface FollowEnd {
  /** Whether the list stays at its end as it grows. False from the moment the person scrolls up. */
  readonly isFollowing: boolean;
  readonly jumpToEnd: () => void;
  /** To be called when the content's height has changed. */
  readonly onContentResized: () => void;
  readonly scrollerRef: (scroller: HTMLElement | Window | null) => void;
}

/** Keys that scroll up. */
const keysUp = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Keeps a scrolling list at its end while the person is there, and lets go when they scroll up. Only the person's own
 * movement lets go: content that grows takes the end away too, and a list that measures its rows moves by itself.
 */
export function useFollowEnd(): FollowEnd {
  const [scroller, setScroller] = useState<HTMLElement>();
  const [isFollowing, setIsFollowing] = useState(true);
  const following = useRef(true);
  /** Whether the scrolling under way is the person's. */
  const isByPerson = useRef(false);

  const jumpToEnd = useCallback(() => {
    following.current = true;
    isByPerson.current = false;
    setIsFollowing(true);
    if (scroller) scroller.scrollTo({ top: scroller.scrollHeight });
  }, [scroller]);

  const stay = useCallback(() => {
    if (scroller && following.current) scroller.scrollTo({ top: scroller.scrollHeight });
  }, [scroller]);

  useEffect(() => {
    if (!scroller) return undefined;
    let lastTop = scroller.scrollTop;
    const scrolled = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      const moved = scrollTop - lastTop;
      const left = scrollHeight - scrollTop - clientHeight;
      lastTop = scrollTop;
      // A scroll up begins with a few pixels: if those did not count, growing content would take them back at once.
      // Content that shrinks moves up too, but stays at the end.
      if (left <= 1 || (moved > 0 && left <= nearEnd)) following.current = true;
      else if (moved < 0 && isByPerson.current) following.current = false;
      setIsFollowing(following.current);
    };
    const begin = (): void => {
      isByPerson.current = true;
    };
    const own = new AbortController();
    const options = { passive: true, signal: own.signal };
    scroller.addEventListener('scroll', scrolled, options);
    scroller.addEventListener('wheel', (event) => event.deltaY < 0 && begin(), options);
    scroller.addEventListener('touchmove', begin, options);
    // The scroll bar is part of the scroller itself.
    scroller.addEventListener('pointerdown', (event) => event.target === scroller && begin(), options);
    scroller.addEventListener('keydown', (event) => keysUp.has(event.key) && begin(), options);
    scroller.addEventListener('scrollend', () => (isByPerson.current = false), options);
    // The room changes when an approval or the servers open below.
    const resized = new ResizeObserver(stay);
    resized.observe(scroller);
    return () => {
      own.abort();
      resized.disconnect();
    };
  }, [scroller, stay]);

  const scrollerRef = useCallback((element: HTMLElement | Window | null) => {
    setScroller(element instanceof HTMLElement ? element : undefined);
  }, []);
  const onContentResized = useCallback(() => {
    // The list reports its height before the rows have their places.
    requestAnimationFrame(stay);
  }, [stay]);
  return { isFollowing, jumpToEnd, onContentResized, scrollerRef };
}
