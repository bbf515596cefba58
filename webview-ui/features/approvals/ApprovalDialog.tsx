import type { ReactElement } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ApprovalAnswer } from '../../../src/shared/thread/approval.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { Badge } from '../../components/Badge.tsx';
import { Icon } from '../../components/Icon.tsx';
import { takeFocus } from '../../takeFocus.ts';
import { text } from '../../text.ts';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import { ApprovalButtons } from './ApprovalButtons.tsx';
import { ApprovalFacts } from './ApprovalFacts.tsx';
import type { PendingCall } from './pendingCalls.ts';

interface ApprovalDialogProps {
  readonly call: PendingCall;
  /** How many calls wait, this one included. */
  readonly waiting: number;
}

/**
 * Asks for consent to one call. Not modal: the conversation stays readable. The keyboard moves to the dialog itself
 * and not to a button, so a key that was on its way to the composer approves nothing.
 */
export function ApprovalDialog({ call, waiting }: ApprovalDialogProps): ReactElement {
  const dispatch = useIntent();
  const titleId = useId();
  const factsId = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const [isAnswered, setIsAnswered] = useState(false);
  useEffect(() => takeFocus(dialog.current), []);

  const answer = (decision: ApprovalAnswer['decision'], scope: ApprovalAnswer['scope'], note: string): void => {
    setIsAnswered(true);
    const said = note.trim();
    const answered: ApprovalAnswer = { toolCallId: call.id, decision, scope, ...(said !== '' && { note: said }) };
    dispatch({ type: 'approval/answer', answer: answered });
  };
  return (
    <div
      ref={dialog}
      role="alertdialog"
      className="approval"
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={factsId}
    >
      <div className="approval-header">
        <Icon name="shield" />
        <h2 id={titleId}>{questionOf(call)}</h2>
        {waiting > 1 && <Badge>{text('approvalPosition', { position: 1, total: waiting })}</Badge>}
      </div>
      <div id={factsId} className="approval-facts">
        <ApprovalFacts call={call} />
        {call.reason !== '' && <p className="secondary approval-reason">{call.reason}</p>}
      </div>
      <ApprovalButtons isInert={isAnswered} isLasting={call.target.kind !== 'signIn'} onAnswer={answer} />
    </div>
  );
}

function questionOf({ target }: PendingCall): string {
  switch (target.kind) {
    case 'resource':
      return text('allowResource');
    case 'signIn':
      return text('allowSignIn', { server: visibleCharacters(target.server) });
    case 'tool':
    case 'builtin':
    case 'unknown':
      return text('allowTool');
  }
}
