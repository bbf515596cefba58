/**
 * Moves the keyboard to what asks something. Not from the editor when it has the keyboard, and not from a form that is
 * being filled in.
 */
export function takeFocus(element: HTMLElement | null): void {
  const isBusy = document.querySelector('dialog[open]') !== null || isInForm(document.activeElement);
  if (document.hasFocus() && !isBusy) element?.focus();
}

function isInForm(element: Element | null): boolean {
  return element?.closest('form') != null;
}
