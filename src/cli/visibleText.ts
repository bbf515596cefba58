import { visibleCharacters, visibleProse } from '../shared/base/visibleCharacters.ts';

/** Text for a screen, with control characters (and so escape sequences) in a form that can only be read. */
export function visibleText(text: string): string {
  return visibleProse(text.replaceAll('\r\n', '\n'));
}

/** Whatever breaks or spaces a line; U+FEFF, which `\s` counts among it, is neither. */
const space = /(?:(?!\ufeff)\s)+/gu;

/** Names and notes on one line, with every hidden character in such a form. */
export function visibleLine(text: string): string {
  return visibleCharacters(text.replaceAll(space, ' ').replace(/^ | $/gu, ''));
}
