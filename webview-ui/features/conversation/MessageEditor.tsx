import type { KeyboardEvent, ReactElement } from 'react';
import { useState } from 'react';
import { useViewState } from '../../bridge/useViewState.ts';
import { Button } from '../../components/Button.tsx';
import { text } from '../../text.ts';
import { isSendKey } from '../composer/sendKey.ts';

interface MessageEditorProps {
  readonly initialText: string;
  readonly onSend: (changed: string) => void;
  readonly onCancel: () => void;
}

/** Changes a message that was sent. Sent again, it stands beside the old one. */
export function MessageEditor({ initialText, onSend, onCancel }: MessageEditorProps): ReactElement {
  const sendOn = useViewState((state) => state.sendOn);
  const [changed, setChanged] = useState(initialText);
  const send = (): void => {
    if (changed.trim() !== '') onSend(changed);
  };
  const press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const { isComposing } = event.nativeEvent;
    if (key === 'Escape' && !isComposing) return onCancel();
    if (!isSendKey({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing }, sendOn)) return;
    event.preventDefault();
    if (!event.repeat) send();
  };
  return (
    <div className="message-editor">
      <textarea
        className="message-editor-field"
        aria-label={text('editedText')}
        autoFocus
        value={changed}
        onChange={(event) => setChanged(event.target.value)}
        onKeyDown={press}
      />
      <div className="button-row">
        <Button appearance="primary" onPress={send}>
          {text('sendAgain')}
        </Button>
        <Button onPress={onCancel}>{text('cancel')}</Button>
      </div>
    </div>
  );
}
