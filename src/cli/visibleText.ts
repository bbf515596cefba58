/** C0 and C1 control characters except tab and line feed: a screen would obey them. */
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/** Text for a screen, with control characters (and so escape sequences) in a form that can only be read. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(controlCharacters, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** The same on one line, for notes and table cells. */
export function visibleLine(text: string): string {
  return visibleText(text.replaceAll(/\s+/gu, ' ').trim());
}
