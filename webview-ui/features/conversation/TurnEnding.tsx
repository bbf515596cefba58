import type { ReactElement } from 'react';
import type { Turn } from '../../../src/shared/thread/threadState.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import { RoundsUsed } from './RoundsUsed.tsx';
import { EndNote } from './EndNote.tsx';

/** How a turn ended, unless it simply did; an error with what can be done about it. */
export function TurnEnding({ turn }: { turn: Turn }): ReactElement | null {
  switch (turn.status) {
    case 'running':
    case 'completed':
      return null;
    case 'cancelled':
      return <EndNote message={text('turnStopped')} />;
    case 'interrupted':
      return <EndNote message={text('turnInterrupted')} />;
    case 'maxRounds':
      return <RoundsUsed turn={turn} />;
    case 'failed':
      return <Failure message={turn.error?.message} />;
  }
}

function Failure({ message }: { message: string | undefined }): ReactElement {
  const dispatch = useIntent();
  return (
    <div className="turn-error">
      <p className="turn-error-title">
        <Icon name="error" />
        <span>{text('turnFailed')}</span>
      </p>
      {message !== undefined && <p className="turn-error-message">{message}</p>}
      <div className="button-row">
        <Button onPress={() => dispatch({ type: 'model/select' })}>{text('chooseModel')}</Button>
        <Button onPress={() => dispatch({ type: 'settings/open' })}>{text('openSettings')}</Button>
      </div>
    </div>
  );
}
