import { useState } from 'react';
import { messageOf } from '../../../src/shared/base/messageOf.ts';
import { resendTurn } from '../../../src/shared/protocol/turnRequests.ts';
import { useRequest } from '../../bridge/useRequest.ts';
import { usePanels } from '../../panels.tsx';
import { text } from '../../text.ts';

interface Resend {
  /** Sends the message of a turn again, changed or not. Resolves to whether it was taken. */
  readonly resend: (turnId: string, changed?: string) => Promise<boolean>;
  /** Why it was not taken. */
  readonly rejection: string | undefined;
}

/** Sending an earlier message again, which makes another version of the conversation from there on. */
export function useResend(): Resend {
  const request = useRequest();
  const { openPicker } = usePanels();
  const [rejection, setRejection] = useState<string>();
  const resend = async (turnId: string, changed?: string): Promise<boolean> => {
    setRejection(undefined);
    try {
      const outcome = await request(resendTurn, { turnId, text: changed }).result;
      if (outcome.status === 'rejected') setRejection(outcome.message);
      if (outcome.status === 'needsArguments') {
        const { prompt, values } = outcome;
        openPicker({ kind: 'prompts', form: { prompt, values } });
      }
      return outcome.status !== 'rejected';
    } catch (error) {
      setRejection(text('requestFailed', { message: messageOf(error) }));
      return false;
    }
  };
  return { resend, rejection };
}
