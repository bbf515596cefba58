import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';

interface ErrorNoteProps {
  readonly message: string;
  /** As an alert it is read out when it appears. */
  readonly role?: 'alert';
}

/** What went wrong and what to do, beside what it concerns. */
export function ErrorNote({ message, role }: ErrorNoteProps): ReactElement {
  return (
    <p role={role} className="note note-error">
      <Icon name="error" />
      <span>{message}</span>
    </p>
  );
}
