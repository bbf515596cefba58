import type { ReactElement } from 'react';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { Button } from '../../components/Button.tsx';
import { usePanels } from '../../panels.tsx';
import { text } from '../../text.ts';
import { ownerInWords } from '../servers/serverWords.ts';
import { Step } from './Step.tsx';

/**
 * The states that ask something of the person, the most wanted first. A server that is switched off asks nothing.
 */
export const statusesWithStep = ['needsApproval', 'needsAuth', 'disconnected', 'failed'] as const;
type StepStatus = (typeof statusesWithStep)[number];

/** More servers in one state than this are one step. */
const maxSteps = 2;

interface ServerStepsProps {
  readonly status: StepStatus;
  /** All that are in that state. */
  readonly servers: readonly ServerView[];
}

/** The next step for the servers in one state: for each, or for all together when they are many. */
export function ServerSteps({ status, servers }: ServerStepsProps): ReactElement {
  if (servers.length > maxSteps) return <SharedStep status={status} servers={servers} />;
  return (
    <>
      {servers.map((server) => (
        <ServerStep key={server.name} status={status} server={server} />
      ))}
    </>
  );
}

function SharedStep({ status, servers }: ServerStepsProps): ReactElement {
  const { showServers } = usePanels();
  const isApproval = status === 'needsApproval';
  return (
    <Step message={countInWords(status, servers.length)}>
      <Button appearance={isApproval ? 'primary' : 'secondary'} onPress={() => showServers(true, servers[0]?.name)}>
        {isApproval ? text('reviewServers') : text('showServers')}
      </Button>
    </Step>
  );
}

function countInWords(status: StepStatus, count: number): string {
  switch (status) {
    case 'needsApproval':
      return text('serversNeedApproval', { count });
    case 'needsAuth':
      return text('serversNeedSignIn', { count });
    case 'disconnected':
      return text('serversNotConnected', { count });
    case 'failed':
      return text('serversFailed', { count });
  }
}

function ServerStep({ status, server }: { status: StepStatus; server: ServerView }): ReactElement {
  const dispatch = useIntent();
  const { showServers } = usePanels();
  const { name } = server;
  switch (status) {
    case 'needsApproval':
      return (
        <Step message={text('serverNeedsApproval', { server: name, owner: ownerInWords(server.scope) })}>
          <Button appearance="primary" onPress={() => showServers(true, name)}>
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
          <Button onPress={() => showServers(true, name)}>{text('showServer', { server: name })}</Button>
        </Step>
      );
    case 'disconnected':
      return (
        <Step message={text('serverNotConnected', { server: name })}>
          <Button onPress={() => dispatch({ type: 'server/connect', name })}>
            {text('connectServer', { server: name })}
          </Button>
        </Step>
      );
  }
}
