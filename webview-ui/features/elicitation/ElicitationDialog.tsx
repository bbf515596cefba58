import type { ReactElement } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../src/shared/base/messageOf.ts';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import { answerElicitation } from '../../../src/shared/protocol/turnRequests.ts';
import type { ElicitationReply, ElicitationState } from '../../../src/shared/thread/elicitation.ts';
import { useRequest } from '../../bridge/useRequest.ts';
import { Badge } from '../../components/Badge.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Icon } from '../../components/Icon.tsx';
import { takeFocus } from '../../takeFocus.ts';
import { text } from '../../text.ts';
import { QuestionAddress } from './QuestionAddress.tsx';
import { QuestionForm } from './QuestionForm.tsx';

interface ElicitationDialogProps {
  readonly elicitation: ElicitationState;
  /** How many wait, this one included. */
  readonly waiting: number;
}

/** What a server asks the person for (contract §7). Not modal: the conversation stays readable. */
export function ElicitationDialog({ elicitation, waiting }: ElicitationDialogProps): ReactElement {
  const { id, question, status } = elicitation;
  const server = visibleCharacters(elicitation.server);
  const request = useRequest();
  const titleId = useId();
  const messageId = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => takeFocus(dialog.current), []);

  const answer = async (reply: Omit<ElicitationReply, 'elicitationId'>): Promise<void> => {
    setIsUnderWay(true);
    setProblem(undefined);
    try {
      const outcome = await request(answerElicitation, { elicitationId: id, ...reply }).result;
      if (outcome.status === 'notOpen') setProblem(text('questionNotOpen'));
      if (outcome.status === 'invalid') setProblem(text('answerInvalid', { problem: outcome.problem ?? '' }));
    } catch (error) {
      setProblem(text('requestFailed', { message: messageOf(error) }));
    } finally {
      setIsUnderWay(false);
    }
  };
  const buttons = {
    isInert: isUnderWay,
    onDecline: () => void answer({ action: 'decline' }),
    onCancel: () => void answer({ action: 'cancel' }),
  };
  return (
    <div
      ref={dialog}
      role="dialog"
      className="approval elicitation"
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={messageId}
    >
      <div className="approval-header">
        <Icon name="question" />
        <h2 id={titleId}>{text('asksForInformation', { server })}</h2>
        {waiting > 1 && <Badge>{text('approvalPosition', { position: 1, total: waiting })}</Badge>}
      </div>
      <blockquote id={messageId} className="question-message" tabIndex={0}>
        {visibleCharacters(question.message)}
      </blockquote>
      {question.mode === 'form' ? (
        <QuestionForm
          server={server}
          requestedSchema={question.requestedSchema}
          {...buttons}
          onSubmit={(content) => void answer({ action: 'accept', content })}
        />
      ) : (
        <QuestionAddress
          url={question.url}
          isAway={status === 'away'}
          {...buttons}
          onAccept={() => void answer({ action: 'accept' })}
        />
      )}
      {problem !== undefined && <ErrorNote role="alert" message={problem} />}
    </div>
  );
}
