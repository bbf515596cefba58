import type { ReactElement } from 'react';
import type { ServerStatus } from '../../../src/shared/state/serverView.ts';
import { Icon } from '../../components/Icon.tsx';

/** A state at a glance; the word for it stands beside the name. */
export function StatusIcon({ status }: { status: ServerStatus }): ReactElement {
  return (
    <span className={`server-status-icon server-status-${status}`}>
      <Icon name={iconOfStatus(status)} isSpinning={status === 'connecting'} />
    </span>
  );
}

function iconOfStatus(status: ServerStatus): string {
  switch (status) {
    case 'connected':
      return 'circle-filled';
    case 'connecting':
      return 'loading';
    case 'disconnected':
      return 'circle-outline';
    case 'disabled':
      return 'circle-slash';
    case 'needsApproval':
      return 'shield';
    case 'needsAuth':
      return 'key';
    case 'failed':
      return 'error';
  }
}
