import type { ReactElement } from 'react';
import { useState } from 'react';
import { messageOf } from '../../../src/shared/base/messageOf.ts';
import { continueTurn } from '../../../src/shared/protocol/turnRequests.ts';
import type { Turn } from '../../../src/shared/thread/threadState.ts';
import { useRequest } from '../../bridge/useRequest.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { text } from '../../text.ts';
import { EndNote } from './EndNote.tsx';

/** A turn that used all its rounds. As long as nothing follows it, the person is asked whether the model may go on. */
export function RoundsUsed({ turn }: { turn: Turn }): ReactElement {
  const request = useRequest();
  const [rejection, setRejection] = useState<string>();
  const isLast = useViewState(
    ({ thread: { turns, current } }) => current === undefined && turns.at(-1)?.id === turn.id,
  );
  const goOn = async (): Promise<void> => {
    setRejection(undefined);
    try {
      const outcome = await request(continueTurn, {}).result;
      if (outcome.status === 'rejected') setRejection(outcome.message);
    } catch (error) {
      setRejection(text('requestFailed', { message: messageOf(error) }));
    }
  };
  return (
    <>
      <EndNote message={turn.error?.message ?? text('turnMaxRounds')} />
      {isLast && (
        <div className="button-row">
          <Button onPress={() => void goOn()}>{text('goOn')}</Button>
        </div>
      )}
      {rejection !== undefined && <ErrorNote role="alert" message={rejection} />}
    </>
  );
}
