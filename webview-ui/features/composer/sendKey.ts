/** What of a key event decides. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  /** An input method is composing: its Enter picks a candidate. */
  readonly isComposing: boolean;
}

/** Whether a key sends the message. Ctrl+Enter (or ⌘ Enter) always does, Enter alone by the setting `ui.sendOn`. */
export function isSendKey(press: KeyPress, sendOn: 'enter' | 'ctrlEnter'): boolean {
  if (press.key !== 'Enter' || press.isComposing) return false;
  if (press.shiftKey || press.altKey) return false;
  return press.ctrlKey || press.metaKey || sendOn === 'enter';
}
