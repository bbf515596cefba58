import type { MouseEvent, ReactElement, ReactNode, SyntheticEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/**
 * A modal dialog where the editor shows its quick pick. The browser's own `dialog` keeps the focus inside, makes the
 * rest inert and gives the focus back when it closes.
 */
export function Dialog({ label, children, onClose }: DialogProps): ReactElement {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Closed while still in the document: only then does the focus return to where it came from.
    return () => dialog?.close();
  }, []);
  const cancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    onClose();
  };
  const closeFromOutside = (event: MouseEvent): void => {
    if (event.target === element.current) onClose();
  };
  return (
    <dialog ref={element} className="dialog" aria-label={label} onCancel={cancel} onMouseDown={closeFromOutside}>
      <div className="dialog-content">{children}</div>
    </dialog>
  );
}
