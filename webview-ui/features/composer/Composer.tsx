import './composer.css';
import type { KeyboardEvent, ReactElement } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useDraftText } from '../../bridge/useDraftText.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { useViewLink } from '../../bridge/viewLinkContext.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { text } from '../../text.ts';
import { AttachmentList } from './AttachmentList.tsx';
import { ContextDetails } from './ContextDetails.tsx';
import { ComposerToolbar } from './ComposerToolbar.tsx';
import { PromptMenu } from './PromptMenu.tsx';
import { QueuedMessages } from './QueuedMessages.tsx';
import { isSendKey } from './sendKey.ts';
import { usePromptMenu } from './usePromptMenu.ts';
import { useSubmit } from './useSubmit.ts';

/** Where a message is written: text, attachments and what else can be put into it. */
export function Composer(): ReactElement {
  const { text: draft, edit } = useDraftText();
  const sendOn = useViewState((state) => state.sendOn);
  const { submit, rejection, clearRejection } = useSubmit();
  const menuId = useId();
  const menu = usePromptMenu(draft, edit);
  const [isContextShown, setIsContextShown] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusOnReveal(field);

  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const { isComposing } = event.nativeEvent;
    if (!isComposing && menu.press(key)) return event.preventDefault();
    if (!isSendKey({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing }, sendOn)) return;
    event.preventDefault();
    // A key that is held down repeats: one message is enough.
    if (!event.repeat) submit();
  };

  const closeContext = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isContextShown) return;
    setIsContextShown(false);
    // What had the keyboard may be gone with the details.
    field.current?.focus();
  };

  return (
    <div className="composer" onKeyDown={closeContext}>
      <QueuedMessages />
      {isContextShown && <ContextDetails />}
      <AttachmentList />
      {rejection !== undefined && <ErrorNote role="alert" message={rejection} />}
      {menu.isOpen && <PromptMenu id={menuId} menu={menu} />}
      <div className="composer-box">
        <textarea
          ref={field}
          className="composer-field"
          rows={1}
          aria-label={text('message')}
          placeholder={text('messagePlaceholder')}
          aria-autocomplete="list"
          aria-controls={menu.isOpen ? menuId : undefined}
          aria-activedescendant={menu.isOpen ? menu.optionId(menuId) : undefined}
          value={draft}
          onChange={(event) => {
            clearRejection();
            edit(event.target.value);
          }}
          onKeyDown={press}
        />
        <ComposerToolbar
          onSend={submit}
          hasText={draft.trim() !== ''}
          isContextShown={isContextShown}
          onToggleContext={() => setIsContextShown(!isContextShown)}
        />
      </div>
    </div>
  );
}

function useFocusOnReveal(field: { readonly current: HTMLTextAreaElement | null }): void {
  const { onDidReveal } = useViewLink();
  useEffect(() => {
    const subscription = onDidReveal((place) => {
      if (place === 'composer') field.current?.focus();
    });
    return () => subscription.dispose();
  }, [onDidReveal, field]);
}
