import type { ReactElement } from 'react';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { usePanels } from '../../panels.tsx';
import { text } from '../../text.ts';
import { ModelButton } from './ModelButton.tsx';

/** The row under the text: what can be put into the message, the model, and Send or Stop. */
export function ComposerToolbar({ onSend }: { onSend: () => void }): ReactElement {
  const { openPicker, areServersShown, showServers } = usePanels();
  return (
    <div className="composer-toolbar">
      <IconButton
        icon="attach"
        label={text('attachResource')}
        opensDialog
        onPress={() => openPicker({ kind: 'resources' })}
      />
      <IconButton
        icon="comment-discussion"
        label={text('runPrompt')}
        opensDialog
        onPress={() => openPicker({ kind: 'prompts' })}
      />
      <IconButton
        icon="mcp"
        label={text('servers')}
        isExpanded={areServersShown}
        onPress={() => showServers(!areServersShown)}
      />
      <ModelButton />
      <SendOrStop onSend={onSend} />
    </div>
  );
}

function SendOrStop({ onSend }: { onSend: () => void }): ReactElement {
  const dispatch = useIntent();
  const isRunning = useViewState((state) => state.thread.current !== undefined);
  const sendOn = useViewState((state) => state.sendOn);
  // Keyed, so that the click that sends can never land on the button that stops.
  return isRunning ? (
    <IconButton key="stop" icon="stop-circle" label={text('stop')} onPress={() => dispatch({ type: 'turn/stop' })} />
  ) : (
    <IconButton
      key="send"
      icon="send"
      label={text('send')}
      tooltip={text(sendOn === 'enter' ? 'sendWithEnter' : 'sendWithCtrlEnter')}
      onPress={onSend}
    />
  );
}
