import type { ReactElement } from 'react';
import { useId } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { QueuedMessage } from '../../../src/shared/thread/queuedMessage.ts';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { counted, text } from '../../text.ts';

/** The messages that wait for the end of the running turn, or, after one that did not end well, for the person's word. */
export function QueuedMessages(): ReactElement | null {
  const queue = useViewState((state) => state.thread.queue);
  const isHeld = useViewState((state) => state.thread.current === undefined);
  const dispatch = useIntent();
  if (queue.length === 0) return null;
  return (
    <div className="queue">
      {isHeld && (
        <div className="queue-held">
          <p className="secondary">{text('queueHeld')}</p>
          <Button onPress={() => dispatch({ type: 'queue/send' })}>{text('sendNow')}</Button>
        </div>
      )}
      <ul aria-label={text('queuedMessages')} className="queue-list">
        {queue.map((message) => (
          <QueuedItem key={message.id} message={message} />
        ))}
      </ul>
    </div>
  );
}

function QueuedItem({ message }: { message: QueuedMessage }): ReactElement {
  const dispatch = useIntent();
  const textId = useId();
  const { id: messageId, attachments } = message;
  return (
    <li className="queue-item">
      <Icon name="clock" />
      <span id={textId} className="queue-text">
        {visibleCharacters(message.text)}
      </span>
      {attachments.length > 0 && (
        <span className="secondary" title={attachments.map(({ uri }) => visibleCharacters(uri)).join('\n')}>
          {counted('attachedCount', attachments.length)}
        </span>
      )}
      <IconButton
        icon="edit"
        label={text('edit')}
        describedBy={textId}
        onPress={() => dispatch({ type: 'queue/edit', messageId })}
      />
      <IconButton
        icon="close"
        label={text('remove')}
        describedBy={textId}
        onPress={() => dispatch({ type: 'queue/remove', messageId })}
      />
    </li>
  );
}
