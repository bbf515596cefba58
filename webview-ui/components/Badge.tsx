import type { ReactElement } from 'react';

/** A short count or mark. Not the toolkit's, which writes style attributes that the view's policy refuses. */
export function Badge({ children }: { children: string }): ReactElement {
  return <span className="badge">{children}</span>;
}
