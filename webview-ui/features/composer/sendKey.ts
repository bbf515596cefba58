/** What of a key event decides. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  /** An input method is composing: its Enter picks a candidate. */
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** Key code that browsers give to keys an input method consumes, also after `isComposing` went back to false. */
const consumedByInputMethod = 229;

/** Whether a key sends the message. Ctrl+Enter (or ⌘ Enter) always does, Enter alone by the setting `ui.sendOn`. */
export function isSendKey(press: KeyPress, sendOn: 'enter' | 'ctrlEnter'): boolean {
  if (press.key !== 'Enter' || press.isComposing || press.keyCode === consumedByInputMethod) return false;
  if (press.shiftKey || press.altKey) return false;
  return press.ctrlKey || press.metaKey || sendOn === 'enter';
}
