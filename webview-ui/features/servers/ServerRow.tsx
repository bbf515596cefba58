import type { ReactElement } from 'react';
import { useId } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ServerStatus, ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Switch } from '../../components/Switch.tsx';
import { text } from '../../text.ts';
import { ServerApproval } from './ServerApproval.tsx';
import { ServerWarnings } from './ServerWarnings.tsx';
import { countsInWords, scopeInWords, statusInWords } from './serverWords.ts';

/** One server: its state, what it offers, what went wrong, and what can be done. */
export function ServerRow({ server }: { server: ServerView }): ReactElement {
  const dispatch = useIntent();
  const nameId = useId();
  const { name, status } = server;
  const isOn = status === 'connected' || status === 'connecting';
  return (
    <li className="server-row">
      <div className="server-heading">
        <StatusIcon status={status} />
        <bdi id={nameId} className="server-name">
          {visibleCharacters(name)}
        </bdi>
        <span className="server-status">{statusInWords(status)}</span>
        <Switch
          label={text('switchConnected')}
          isOn={status === 'connected'}
          isBusy={status === 'connecting'}
          isInert={status === 'needsApproval'}
          describedBy={nameId}
          onToggle={() => dispatch({ type: isOn ? 'server/disconnect' : 'server/connect', name })}
        />
      </div>
      <div className="server-about">
        <p className="secondary">
          {scopeInWords(server.scope)} · <bdi>{visibleCharacters(server.source)}</bdi> ·{' '}
          {visibleCharacters(server.transport)}
        </p>
        <ServerActions name={name} nameId={nameId} canRun={status !== 'needsApproval'} />
      </div>
      {status === 'connected' && <p className="secondary">{countsInWords(server.counts)}</p>}
      {server.warnings.length > 0 && <ServerWarnings warnings={server.warnings} />}
      {server.error !== undefined && <ErrorNote message={visibleCharacters(server.error)} />}
      {/* Another definition is another question: its buttons must not take a click that was meant for the last. */}
      {status === 'needsApproval' && <ServerApproval key={server.hash} server={server} />}
    </li>
  );
}

interface ServerActionsProps {
  readonly name: string;
  readonly nameId: string;
  /** A server that was never allowed to start has nothing to restart and no log. */
  readonly canRun: boolean;
}

function ServerActions({ name, nameId, canRun }: ServerActionsProps): ReactElement {
  const dispatch = useIntent();
  return (
    <span className="icon-row">
      {canRun && (
        <>
          <IconButton
            icon="debug-restart"
            label={text('restart')}
            describedBy={nameId}
            onPress={() => dispatch({ type: 'server/restart', name })}
          />
          <IconButton
            icon="output"
            label={text('showLog')}
            describedBy={nameId}
            onPress={() => dispatch({ type: 'server/showLog', name })}
          />
        </>
      )}
      <IconButton
        icon="go-to-file"
        label={text('openConfiguration')}
        describedBy={nameId}
        onPress={() => dispatch({ type: 'server/openSource', name })}
      />
    </span>
  );
}

function StatusIcon({ status }: { status: ServerStatus }): ReactElement {
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
