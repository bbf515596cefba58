import type { ReactElement } from 'react';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useDraftText } from '../../bridge/useDraftText.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Button } from '../../components/Button.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { usePanels } from '../../panels.tsx';
import { text } from '../../text.ts';
import { countsInWords } from '../servers/serverWords.ts';
import { ServerSteps, statusesWithStep } from './ServerSteps.tsx';
import { Step } from './Step.tsx';

/** More connected servers than this are only counted. */
const maxSummaries = 3;

/** The next step for each server that needs one, and examples from what the connected ones offer. */
export function EmptyStateServers(): ReactElement {
  const servers = useViewState((state) => state.servers);
  const hasStarted = useViewState((state) => state.model.id !== '');
  // Before the host has read the configuration there is nothing to say about servers.
  if (!hasStarted) return <p className="secondary">{text('connecting')}</p>;
  if (servers.length === 0) return <NoServers />;
  const untrusted = servers.filter(({ remedy }) => remedy === 'manageTrust');
  return (
    <>
      {untrusted.length > 0 && <UntrustedWorkspace />}
      {/* What a person rejected asks nothing of them any more. */}
      {statusesWithStep.map((status) => (
        <ServerSteps
          key={status}
          status={status}
          servers={servers.filter(
            (server) => server.status === status && !server.isRejected && !untrusted.includes(server),
          )}
        />
      ))}
      <Examples servers={servers.filter((server) => server.status === 'connected')} />
    </>
  );
}

function UntrustedWorkspace(): ReactElement {
  const dispatch = useIntent();
  return (
    <Step message={text('workspaceNotTrusted')}>
      <Button onPress={() => dispatch({ type: 'workspace/manageTrust' })}>{text('manageTrust')}</Button>
    </Step>
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
      {servers.length > maxSummaries ? (
        <p className="secondary">{text('serversConnected', { count: servers.length })}</p>
      ) : (
        servers.map((server) => (
          <p key={server.name} className="secondary">
            {text('serverSummary', { server: server.name, counts: countsInWords(server.counts) })}
          </p>
        ))
      )}
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
