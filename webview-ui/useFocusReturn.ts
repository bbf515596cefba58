import { useLayoutEffect } from 'react';

/**
 * Notes where the keyboard is when something begins to show, and puts it back there when that is gone, unless the
 * person has moved on. To be called above what shows and takes the focus in its own (passive) effect.
 */
export function useFocusReturn(isShowing: boolean): void {
  useLayoutEffect(() => {
    if (!isShowing) return undefined;
    const origin = document.activeElement;
    return () => {
      const isLost = document.hasFocus() && document.activeElement === document.body;
      if (isLost && origin instanceof HTMLElement) origin.focus();
    };
  }, [isShowing]);
}
