import type { ReactElement } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { Intent } from '../../../src/shared/protocol/intents.ts';
import type { ServerRemedy, ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { text, timeOfDay } from '../../text.ts';
import { remedyInWords } from './serverWords.ts';

interface ServerProblemProps {
  readonly server: ServerView;
  readonly nameId: string;
}

/** Why a server is not there, when it is tried again, and the one thing to do about it. */
export function ServerProblem({ server, nameId }: ServerProblemProps): ReactElement | null {
  const dispatch = useIntent();
  const { name, status, error, retryAt, remedy } = server;
  if (error === undefined && remedy === undefined) return null;
  return (
    <div className="server-problem">
      {error !== undefined && <ErrorNote message={visibleCharacters(error)} />}
      {status === 'disabled' && <p className="secondary">{text('disabledIn')}</p>}
      {remedy === 'manageTrust' && <p className="secondary">{text('workspaceNotTrusted')}</p>}
      {retryAt !== undefined && <p className="secondary">{text('retryAt', { time: timeOfDay(retryAt) })}</p>}
      {remedy !== undefined && (
        <LinkButton describedBy={nameId} onPress={() => dispatch(intentFor(remedy, name))}>
          {remedyInWords(remedy)}
        </LinkButton>
      )}
    </div>
  );
}

function intentFor(remedy: ServerRemedy, name: string): Intent {
  switch (remedy) {
    case 'signIn':
      return { type: 'server/signIn', name };
    case 'enable':
      return { type: 'server/enable', name };
    case 'connect':
      return { type: 'server/connect', name };
    case 'openSource':
      return { type: 'server/openSource', name };
    case 'showLog':
      return { type: 'server/showLog', name };
    case 'restart':
      return { type: 'server/restart', name };
    case 'manageTrust':
      return { type: 'workspace/manageTrust' };
  }
}
