import type { ReactElement } from 'react';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useDraftText } from '../../bridge/useDraftText.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Button } from '../../components/Button.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { usePanels } from '../../panels.tsx';
import { text } from '../../text.ts';
import { countsInWords, ownerInWords } from '../servers/serverWords.ts';

/** The next step for each server that needs one, and examples from what the connected ones offer. */
export function EmptyStateServers(): ReactElement {
  const servers = useViewState((state) => state.servers);
  const hasStarted = useViewState((state) => state.model.id !== '');
  // Before the host has read the configuration there is nothing to say about servers.
  if (!hasStarted) return <p className="secondary">{text('connecting')}</p>;
  if (servers.length === 0) return <NoServers />;
  return (
    <>
      {servers.map((server) => (
        <ServerStep key={server.name} server={server} />
      ))}
      <Examples servers={servers.filter((server) => server.status === 'connected')} />
    </>
  );
}

function NoServers(): ReactElement {
  const dispatch = useIntent();
  return (
    <Step message={text('noServers')}>
      <span className="button-row">
        <Button appearance="primary" onPress={() => dispatch({ type: 'server/add' })}>
          {text('addServer')}
        </Button>
        <Button onPress={() => dispatch({ type: 'server/import' })}>{text('importServers')}</Button>
      </span>
    </Step>
  );
}

function ServerStep({ server }: { server: ServerView }): ReactElement | null {
  const dispatch = useIntent();
  const { showServers } = usePanels();
  const { name } = server;
  switch (server.status) {
    case 'needsApproval':
      return (
        <Step message={text('serverNeedsApproval', { server: name, owner: ownerInWords(server.scope) })}>
          <Button appearance="primary" onPress={() => showServers(true)}>
            {text('reviewServer', { server: name })}
          </Button>
        </Step>
      );
    case 'needsAuth':
      return (
        <Step message={text('serverNeedsSignIn', { server: name })}>
          <Button onPress={() => dispatch({ type: 'server/signIn', name })}>
            {text('signInTo', { server: name })}
          </Button>
        </Step>
      );
    case 'failed':
      return (
        <Step message={text('serverFailed', { server: name })}>
          <Button onPress={() => showServers(true)}>{text('showServer', { server: name })}</Button>
        </Step>
      );
    case 'disabled':
      // A person switched it off: that is no step to be taken.
      return null;
    case 'disconnected':
      return (
        <Step message={text('serverNotConnected', { server: name })}>
          <Button onPress={() => dispatch({ type: 'server/connect', name })}>
            {text('connectServer', { server: name })}
          </Button>
        </Step>
      );
    case 'connecting':
    case 'connected':
      return null;
  }
}

function Step({ message, children }: { message: string; children: ReactElement }): ReactElement {
  return (
    <div className="empty-state-step">
      <p>{message}</p>
      {children}
    </div>
  );
}

function Examples({ servers }: { servers: readonly ServerView[] }): ReactElement | null {
  const { openPicker } = usePanels();
  const { edit } = useDraftText();
  const hasStarted = useViewState((state) => state.model.id !== '');
  // Before the host has read the configuration there is nothing to say about servers.
  if (!hasStarted) return <p className="secondary">{text('connecting')}</p>;
  if (servers.length === 0) return null;
  const withResources = servers.find(({ counts }) => counts.resources + counts.templates > 0);
  const hasPrompts = servers.some(({ counts }) => counts.prompts > 0);
  return (
    <div className="empty-state-examples">
      {servers.map((server) => (
        <p key={server.name} className="secondary">
          {text('serverSummary', { server: server.name, counts: countsInWords(server.counts) })}
        </p>
      ))}
      {withResources && (
        <LinkButton onPress={() => edit(text('exampleResources', { server: withResources.name }))}>
          {text('exampleResources', { server: withResources.name })}
        </LinkButton>
      )}
      {withResources && (
        <LinkButton onPress={() => openPicker({ kind: 'resources' })}>{text('exampleAttach')}</LinkButton>
      )}
      {hasPrompts && <LinkButton onPress={() => openPicker({ kind: 'prompts' })}>{text('examplePrompt')}</LinkButton>}
    </div>
  );
}
