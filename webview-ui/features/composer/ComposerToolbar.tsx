import type { ReactElement } from 'react';
import { useIntent } from '../../bridge/useIntent.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { usePanels } from '../../panels.tsx';
import { text } from '../../text.ts';
import { ContextMeter } from './ContextMeter.tsx';
import { ModelButton } from './ModelButton.tsx';

interface ComposerToolbarProps {
  readonly onSend: () => void;
  /** Whether there is something to send. */
  readonly hasText: boolean;
  readonly isContextShown: boolean;
  readonly onToggleContext: () => void;
}

/** The row under the text: what can be put into the message, the model, how full its window is, and Send or Stop. */
export function ComposerToolbar(props: ComposerToolbarProps): ReactElement {
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
      <ContextMeter isExpanded={props.isContextShown} onPress={props.onToggleContext} />
      <SendOrStop onSend={props.onSend} hasText={props.hasText} />
    </div>
  );
}

function SendOrStop({ onSend, hasText }: Pick<ComposerToolbarProps, 'onSend' | 'hasText'>): ReactElement {
  const dispatch = useIntent();
  const isRunning = useViewState((state) => state.thread.current !== undefined);
  const sendOn = useViewState((state) => state.sendOn);
  // Keyed, so that the click that sends can never land on the button that stops.
  return (
    <span className="send-buttons">
      {isRunning ? (
        <>
          {/* Its place stays when it is gone: the second half of a double click must not land on another button. */}
          <span className={hasText ? undefined : 'send-space'}>
            <IconButton icon="add" label={text('queue')} tooltip={text('queueTooltip')} onPress={onSend} />
          </span>
          <IconButton
            key="stop"
            icon="stop-circle"
            label={text('stop')}
            onPress={() => dispatch({ type: 'turn/stop' })}
          />
        </>
      ) : (
        <IconButton
          key="send"
          icon="send"
          label={text('send')}
          tooltip={text(sendOn === 'enter' ? 'sendWithEnter' : 'sendWithCtrlEnter')}
          onPress={onSend}
        />
      )}
    </span>
  );
}
