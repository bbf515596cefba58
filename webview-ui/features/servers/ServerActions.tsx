import type { ReactElement } from 'react';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { text } from '../../text.ts';

interface ServerActionsProps {
  readonly server: ServerView;
  readonly nameId: string;
}

/**
 * What can be done with a server at any time. One that was never allowed to start has nothing to restart and no log;
 * what its problem calls for has a button there.
 */
export function ServerActions({ server, nameId }: ServerActionsProps): ReactElement | null {
  const dispatch = useIntent();
  const { name, status, isSignedIn, remedy } = server;
  if (status === 'needsApproval' || status === 'disabled') return null;
  return (
    <span className="icon-row">
      {isSignedIn && (
        <IconButton
          icon="sign-out"
          label={text('signOut')}
          describedBy={nameId}
          onPress={() => dispatch({ type: 'server/signOut', name })}
        />
      )}
      {remedy !== 'restart' && (
        <IconButton
          icon="debug-restart"
          label={text('restart')}
          describedBy={nameId}
          onPress={() => dispatch({ type: 'server/restart', name })}
        />
      )}
      {remedy !== 'showLog' && (
        <IconButton
          icon="output"
          label={text('showLog')}
          describedBy={nameId}
          onPress={() => dispatch({ type: 'server/showLog', name })}
        />
      )}
    </span>
  );
}
