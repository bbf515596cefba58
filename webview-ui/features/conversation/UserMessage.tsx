import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Turn } from '../../../src/shared/thread/threadState.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';
import { InsertedPromptNote } from './InsertedPromptNote.tsx';
import { MaterialList } from './MaterialList.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { SkillList } from './SkillList.tsx';
import { useResend } from './useResend.ts';

/** What the person asked, as typed, what was put before it, and what can be done with it. */
export function UserMessage({ turn }: { turn: Turn }): ReactElement {
  const [isEditing, setIsEditing] = useState(false);
  const { resend, rejection } = useResend();
  const sendChanged = async (changed: string): Promise<void> => {
    if (await resend(turn.id, changed)) setIsEditing(false);
  };
  return (
    <>
      {isEditing ? (
        <MessageEditor
          initialText={turn.text}
          onSend={(changed) => void sendChanged(changed)}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <div className="message-text">
          <PlainText text={turn.isContinuation ? text('goOn') : turn.text} />
        </div>
      )}
      {!isEditing && (
        <MessageActions turn={turn} onEdit={() => setIsEditing(true)} onRetry={() => void resend(turn.id)} />
      )}
      {rejection !== undefined && <ErrorNote role="alert" message={rejection} />}
      {turn.prompt && <InsertedPromptNote turnId={turn.id} prompt={turn.prompt} />}
      {turn.skills.length > 0 && <SkillList turnId={turn.id} skills={turn.skills} />}
      {turn.materials.length > 0 && <MaterialList materials={turn.materials} />}
      {turn.warnings.map((warning, index) => (
        <p key={index} className="note note-warning">
          <Icon name="warning" />
          <span className="visually-hidden">{text('warning')}: </span>
          <span>{warning.message}</span>
        </p>
      ))}
    </>
  );
}
