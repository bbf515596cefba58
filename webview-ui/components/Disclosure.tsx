import type { ReactElement, ReactNode } from 'react';
import { useRememberedOpen } from './rememberedOpen.ts';

interface DisclosureProps {
  /** Unique in the conversation. */
  readonly id: string;
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
  readonly className?: string;
}

/** A summary that opens to its details. The details are made only when open, since many stay closed for ever. */
export function Disclosure({ id, summary, children, className }: DisclosureProps): ReactElement {
  const [isOpen, setOpen] = useRememberedOpen(id, false);
  return (
    <details
      className={className ? `disclosure ${className}` : 'disclosure'}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
