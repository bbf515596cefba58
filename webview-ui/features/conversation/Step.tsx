import type { ReactElement } from 'react';

/** Something to do in an empty conversation: why, and the buttons for it. */
export function Step({ message, children }: { message: string; children: ReactElement }): ReactElement {
  return (
    <div className="empty-state-step">
      <p>{message}</p>
      {children}
    </div>
  );
}
