import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import type { ModelRetry } from '../../../src/shared/thread/threadState.ts';
import { browserSchedule } from '../../bridge/browserSchedule.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';

/** The model cannot answer at the moment: why, and how long until it is asked again. */
export function RetryNote({ retry }: { retry: ModelRetry }): ReactElement {
  const { message, attempt } = retry;
  const seconds = useSecondsUntil(retry.retryAt);
  return (
    <p className="note" role="status">
      <Icon name="watch" />
      <span>
        {seconds > 0 ? text('retrying', { message, seconds, attempt }) : text('retryingNow', { message, attempt })}
      </span>
    </p>
  );
}

/** Counts down, once a second, while it is shown and there is something to count. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((at - now) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = browserSchedule(() => setNow(Date.now()), 1000);
    return () => timer.dispose();
  }, [now, left]);
  return left;
}
