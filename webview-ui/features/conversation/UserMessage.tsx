import type { ReactElement } from 'react';
import type { Turn } from '../../../src/shared/thread/threadState.ts';
import { Icon } from '../../components/Icon.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { text } from '../../text.ts';
import { InsertedPromptNote } from './InsertedPromptNote.tsx';
import { MaterialList } from './MaterialList.tsx';

/** What the person asked, as typed, and what was put before it. */
export function UserMessage({ turn }: { turn: Turn }): ReactElement {
  return (
    <>
      <div className="message-text">
        <PlainText text={turn.text} />
      </div>
      {turn.prompt && <InsertedPromptNote turnId={turn.id} prompt={turn.prompt} />}
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
