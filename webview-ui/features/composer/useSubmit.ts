import { useCallback, useRef, useState } from 'react';
import { messageOf } from '../../../src/shared/base/messageOf.ts';
import { submitTurn } from '../../../src/shared/protocol/turnRequests.ts';
import { useViewLink } from '../../bridge/viewLinkContext.ts';
import { usePanels } from '../../panels.tsx';
import { text } from '../../text.ts';

interface Submit {
  /** Sends the draft. The host empties it when the turn has started; otherwise it stays as it is. */
  readonly submit: () => void;
  /** Why the last message was not taken. */
  readonly rejection: string | undefined;
  readonly clearRejection: () => void;
}

/** Sending what is in the composer, one message at a time. */
export function useSubmit(): Submit {
  const { draft, request } = useViewLink();
  const { openPicker } = usePanels();
  const [rejection, setRejection] = useState<string>();
  const isUnderWay = useRef(false);

  const send = useCallback(async () => {
    if (isUnderWay.current || draft.text.trim() === '') return;
    isUnderWay.current = true;
    setRejection(undefined);
    const command = draft.text;
    draft.markSubmitted();
    try {
      const outcome = await request(submitTurn, { text: command }).result;
      if (outcome.status === 'rejected') setRejection(outcome.message);
      if (outcome.status === 'needsArguments') {
        const { prompt, values } = outcome;
        openPicker({ kind: 'prompts', form: { prompt, values, command } });
      }
    } catch (error) {
      setRejection(text('requestFailed', { message: messageOf(error) }));
    } finally {
      // The host has emptied the composer before it answered, if it does.
      draft.forgetSubmitted();
      isUnderWay.current = false;
    }
  }, [draft, request, openPicker]);

  return {
    submit: useCallback(() => void send(), [send]),
    rejection,
    clearRejection: useCallback(() => setRejection(undefined), []),
  };
}
