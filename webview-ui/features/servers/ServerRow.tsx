import type { ReactElement } from 'react';
import { useId } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { Switch } from '../../components/Switch.tsx';
import type { WantedServer } from '../../panels.tsx';
import { text } from '../../text.ts';
import { ServerActions } from './ServerActions.tsx';
import { ServerApproval } from './ServerApproval.tsx';
import { ServerProblem } from './ServerProblem.tsx';
import { ServerSource } from './ServerSource.tsx';
import { ServerTools } from './ServerTools.tsx';
import { ServerWarnings } from './ServerWarnings.tsx';
import { StatusIcon } from './StatusIcon.tsx';
import { offerInWords, statusInWords } from './serverWords.ts';
import { useRowFocus } from './useRowFocus.ts';

interface ServerRowProps {
  readonly server: ServerView;
  /** Given while this is the row that the person wants to see. */
  readonly wanted: WantedServer | undefined;
}

/** One server: its state, where it comes from, what it offers, what went wrong, and what can be done. */
export function ServerRow({ server, wanted }: ServerRowProps): ReactElement {
  const dispatch = useIntent();
  const nameId = useId();
  const { name, status, remedy } = server;
  const focus = useRowFocus(`${status} ${server.isRejected} ${remedy}`, wanted);
  const isOn = status === 'connected' || status === 'connecting';
  const offer = offerInWords(server);
  return (
    <li className="server-row" aria-labelledby={nameId} {...focus}>
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
        <ServerSource server={server} nameId={nameId} />
        <ServerActions server={server} nameId={nameId} />
      </div>
      {offer !== undefined && <p className="secondary">{offer}</p>}
      {server.warnings.length > 0 && <ServerWarnings warnings={server.warnings} />}
      <ServerProblem server={server} nameId={nameId} />
      {/* Another definition is another question: its buttons must not take a click that was meant for the last. */}
      {status === 'needsApproval' && remedy !== 'manageTrust' && <ServerApproval key={server.hash} server={server} />}
      {server.counts.tools + server.disabledTools.length > 0 && <ServerTools server={server} />}
    </li>
  );
}
