import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ApprovalAnswer } from '../../../src/shared/thread/approval.ts';
import { ConsentButton } from '../../components/ConsentButton.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { text } from '../../text.ts';

interface ApprovalButtonsProps {
  readonly isInert: boolean;
  /** Whether an answer can hold for more than this call. */
  readonly isLasting: boolean;
  readonly onAnswer: (decision: ApprovalAnswer['decision'], scope: ApprovalAnswer['scope'], note: string) => void;
}

/** The four answers of contract §7, or the two that concern this call alone. A note goes with a denial only. */
export function ApprovalButtons({ isInert, isLasting, onAnswer }: ApprovalButtonsProps): ReactElement {
  const [note, setNote] = useState('');
  const [hasNote, setHasNote] = useState(false);
  const allow = (scope: ApprovalAnswer['scope']) => (): void => onAnswer('allow', scope, '');
  return (
    <>
      {hasNote && <TextField label={text('denialNote')} value={note} onChange={setNote} />}
      <div className="button-row">
        <ConsentButton appearance="primary" isInert={isInert} onPress={allow('once')}>
          {text('allowOnce')}
        </ConsentButton>
        {isLasting && (
          <>
            <ConsentButton isInert={isInert} onPress={allow('conversation')}>
              {text('allowConversation')}
            </ConsentButton>
            <ConsentButton isInert={isInert} onPress={allow('always')}>
              {text('allowAlways')}
            </ConsentButton>
          </>
        )}
        <ConsentButton isInert={isInert} onPress={() => onAnswer('deny', 'once', note)}>
          {text('deny')}
        </ConsentButton>
        {!hasNote && <LinkButton onPress={() => setHasNote(true)}>{text('addNote')}</LinkButton>}
      </div>
    </>
  );
}
