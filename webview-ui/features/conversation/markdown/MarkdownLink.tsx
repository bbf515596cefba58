import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useIntent } from '../../../bridge/useIntent.ts';

interface MarkdownLinkProps {
  /** Absent when its scheme is not one of those that may be opened. */
  readonly href?: string | undefined;
  readonly children?: ReactNode;
}

/** A link that only ever opens through the host, which shows the target first. Other schemes are plain text. */
export function MarkdownLink({ href, children }: MarkdownLinkProps): ReactElement {
  const dispatch = useIntent();
  if (href === undefined || !/^(?:https?:|mailto:)/i.test(href)) return <span>{children}</span>;
  const open = (event: MouseEvent): void => {
    // The editor listens on the document and would open the link by itself.
    event.preventDefault();
    event.stopPropagation();
    if (event.button < 2) dispatch({ type: 'link/open', url: href });
  };
  return (
    <a href={href} title={href} onClick={open} onAuxClick={open}>
      {children}
    </a>
  );
}
