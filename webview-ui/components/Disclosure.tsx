import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
  readonly isOpenAtFirst?: boolean;
  readonly className?: string;
}

/** A summary that opens to its details. The details are made only when open, since many stay closed for ever. */
export function Disclosure({ summary, children, isOpenAtFirst = false, className }: DisclosureProps): ReactElement {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details
      className={className ? `disclosure ${className}` : 'disclosure'}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
