import './servers.css';
import type { ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { text } from '../../text.ts';
import { ConfigIssueList } from './ConfigIssueList.tsx';
import { ServerRow } from './ServerRow.tsx';

/** All configured servers, each with its switch, above the composer. */
export function ServersPanel({ onClose }: { onClose: () => void }): ReactElement {
  const dispatch = useIntent();
  const servers = useViewState((state) => state.servers);
  const configIssues = useViewState((state) => state.configIssues);
  const remoteName = useViewState((state) => state.remoteName);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
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
      {configIssues.length > 0 && <ConfigIssueList issues={configIssues} />}
      {servers.length === 0 ? (
        <p className="secondary">{text('noServers')}</p>
      ) : (
        <ul className="server-list">
          {servers.map((server) => (
            <ServerRow key={server.name} server={server} />
          ))}
        </ul>
      )}
      <p className="secondary servers-machine">
        {remoteName === undefined ? text('runsHere') : text('runsRemotely', { name: remoteName })}
      </p>
    </section>
  );
}
