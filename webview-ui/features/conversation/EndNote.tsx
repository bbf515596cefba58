import type { ReactElement } from 'react';
import { Icon } from '../../components/Icon.tsx';

/** How a turn ended that did not fail. */
export function EndNote({ message }: { message: string }): ReactElement {
  return (
    <p className="note">
      <Icon name="info" />
      <span>{message}</span>
    </p>
  );
}
