import { useEffect, useState } from 'react';
import { completeArgument } from '../../../src/shared/protocol/catalogRequests.ts';
import { browserSchedule } from '../../bridge/browserSchedule.ts';
import { useViewLink } from '../../bridge/viewLinkContext.ts';

/** What is to be completed, without the value being typed. */
export interface CompletionSource {
  readonly server: string;
  readonly ref:
    { readonly type: 'prompt'; readonly name: string } | { readonly type: 'template'; readonly uri: string };
}

interface CompletionQuery extends CompletionSource {
  readonly argument: string;
  readonly value: string;
  readonly context: Readonly<Record<string, string>>;
}

/** Milliseconds without a key before the server is asked. */
const typingPause = 150;

/**
 * Values that the server proposes for the argument being typed; empty without a query. A server that cannot complete
 * is no hindrance to typing, so failures show as no proposals.
 */
export function useCompletion(query: CompletionQuery | undefined): readonly string[] {
  const { request } = useViewLink();
  const key = query && JSON.stringify(query);
  const [answer, setAnswer] = useState<{ readonly key: string; readonly values: readonly string[] }>();
  useEffect(() => {
    if (key === undefined) return undefined;
    let cancel = (): void => undefined;
    const timer = browserSchedule(() => {
      const pending = request(completeArgument, JSON.parse(key) as CompletionQuery);
      cancel = () => pending.cancel();
      pending.result.then(
        ({ values }) => setAnswer({ key, values }),
        () => setAnswer({ key, values: [] }),
      );
    }, typingPause);
    return () => {
      timer.dispose();
      cancel();
    };
  }, [key, request]);
  return query && answer ? answer.values : [];
}
