import { useCallback, useSyncExternalStore } from 'react';
import type { ViewState } from '../../src/shared/state/viewState.ts';
import { useViewLink } from './viewLinkContext.ts';

/**
 * A slice of the state; the component renders again when the slice is another object. The selector picks and never
 * builds: a fresh object on every call would render without end.
 */
export function useViewState<T>(select: (state: ViewState) => T): T {
  const { replica } = useViewLink();
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = replica.onDidChange(listener);
      return () => subscription.dispose();
    },
    [replica],
  );
  return useSyncExternalStore(subscribe, () => select(replica.state));
}
