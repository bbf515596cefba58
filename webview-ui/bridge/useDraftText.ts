import { useCallback, useSyncExternalStore } from 'react';
import { useViewLink } from './viewLinkContext.ts';

/** The composer's text as typed, and how to change it. */
export function useDraftText(): { readonly text: string; readonly edit: (text: string) => void } {
  const { draft } = useViewLink();
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = draft.onDidChange(listener);
      return () => subscription.dispose();
    },
    [draft],
  );
  const text = useSyncExternalStore(subscribe, () => draft.text);
  const edit = useCallback((next: string) => draft.edit(next), [draft]);
  return { text, edit };
}
