import type { ReactElement } from 'react';
import type { ServerView } from '../../../src/shared/state/serverView.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { ConsentButton } from '../../components/ConsentButton.tsx';
import { text } from '../../text.ts';
import { CommandFacts } from './CommandFacts.tsx';
import { machineInWords, ownerInWords } from './serverWords.ts';

/** What a workspace wants to start or reach and be granted, in full, before that happens for the first time. */
export function ServerApproval({ server }: { server: ServerView }): ReactElement {
  const dispatch = useIntent();
  const remoteName = useViewState((state) => state.remoteName);
  const { name, hash: definitionHash, command, scope, isRejected } = server;
  const who = { owner: ownerInWords(scope), machine: machineInWords(remoteName) };
  const answer = (isApproved: boolean): void => dispatch({ type: 'server/approve', name, definitionHash, isApproved });
  const isRemote = command?.kind === 'remote';
  const asked = isRemote ? text('approvalOfRemote', who) : text('approvalOfProgram', who);
  const rejected = isRemote ? text('rejectedRemote') : text('rejectedProgram');
  return (
    <div className="server-approval">
      <p>{isRejected ? rejected : asked}</p>
      {command && <CommandFacts command={command} />}
      <div className="button-row">
        <ConsentButton appearance="primary" onPress={() => answer(true)}>
          {text('approve')}
        </ConsentButton>
        {!isRejected && <ConsentButton onPress={() => answer(false)}>{text('reject')}</ConsentButton>}
      </div>
    </div>
  );
}
