import type { FocusEventHandler, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { WantedServer } from '../../panels.tsx';

interface RowFocus {
  readonly ref: RefObject<HTMLLIElement>;
  readonly tabIndex: -1;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

/**
 * Brings a row that is wanted into sight and takes the keyboard to it. Keeps the keyboard in the row when what had it
 * is gone with a change of the row's `state`, such as the button that was just pressed.
 */
export function useRowFocus(state: string, wanted: WantedServer | undefined): RowFocus {
  const ref = useRef<HTMLLIElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (!wanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'start' });
  }, [wanted]);
  useEffect(() => {
    // What is taken out of the document does not blur.
    const isLost = hasFocus.current && document.hasFocus() && document.activeElement === document.body;
    if (isLost) ref.current?.focus({ preventScroll: true });
  }, [state]);
  return {
    ref,
    tabIndex: -1,
    onFocus: () => (hasFocus.current = true),
    onBlur: () => (hasFocus.current = false),
  };
}
