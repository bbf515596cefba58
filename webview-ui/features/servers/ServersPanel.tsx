import './servers.css';
import type { ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import type { ConfigIssueView, ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { IconButton } from '../../components/IconButton.tsx';
import type { WantedServer } from '../../panels.tsx';
import { text } from '../../text.ts';
import { ConfigIssueList } from './ConfigIssueList.tsx';
import { ServerRow } from './ServerRow.tsx';

interface ServersPanelProps {
  /** The server whose row to show first; the list is as it was left without one. */
  readonly wanted: WantedServer | undefined;
  readonly onClose: () => void;
}

/** All configured servers, each with its switch, above the composer. */
export function ServersPanel({ wanted, onClose }: ServersPanelProps): ReactElement {
  const dispatch = useIntent();
  const servers = useViewState((state) => state.servers);
  const configIssues = useViewState((state) => state.configIssues);
  const remoteName = useViewState((state) => state.remoteName);
  const panel = useRef<HTMLElement>(null);
  // The row that is wanted takes the keyboard itself.
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, []);
  const issuesWithoutRow = configIssues.filter((issue) => !servers.some((server) => isShownInRow(issue, server)));
  return (
    <section
      ref={panel}
      className="servers-panel"
      aria-label={text('servers')}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="panel-header">
        <h2>{text('servers')}</h2>
        <span className="icon-row">
          <IconButton icon="add" label={text('addServer')} onPress={() => dispatch({ type: 'server/add' })} />
          <IconButton
            icon="cloud-download"
            label={text('importServers')}
            onPress={() => dispatch({ type: 'server/import' })}
          />
          <IconButton icon="close" label={text('close')} onPress={onClose} />
        </span>
      </header>
      {issuesWithoutRow.length > 0 && <ConfigIssueList issues={issuesWithoutRow} />}
      {servers.length === 0 ? (
        <p className="secondary">{text('noServers')}</p>
      ) : (
        <ul className="server-list">
          {servers.map((server) => (
            <ServerRow key={server.name} server={server} wanted={server.name === wanted?.name ? wanted : undefined} />
          ))}
        </ul>
      )}
      <p className="secondary servers-machine">
        {remoteName === undefined ? text('runsHere') : text('runsRemotely', { name: remoteName })}
      </p>
    </section>
  );
}

/** Whether the row of the server that it concerns says the same already. */
function isShownInRow({ server, message }: ConfigIssueView, { name, error }: ServerView): boolean {
  return server === name && error?.startsWith(message) === true;
}
