/** One element and its content as written. */
export interface Element {
  readonly name: string;
  readonly content: string;
}

const opening = /\s*<([^\s<>/!]+)>/y;
const cdata = /<!\[CDATA\[([\s\S]*?)\]\]>/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The elements that a text consists of; undefined when there is anything else between them. */
export function elementsOf(text: string): Element[] | undefined {
  const elements: Element[] = [];
  let position = 0;
  for (;;) {
    opening.lastIndex = position;
    const name = opening.exec(text)?.[1];
    if (name === undefined) return text.slice(position).trim() === '' ? elements : undefined;
    const start = opening.lastIndex;
    const end = endOf(text, `</${name}>`, start);
    if (end < 0) return undefined;
    elements.push({ name, content: text.slice(start, end) });
    position = end + name.length + 3;
  }
}

/** The text that content stands for: references and CDATA resolved, without the line breaks next to its tags. */
export function contentText(content: string): string {
  let text = '';
  let position = 0;
  const trimmed = content.replace(/^[ \t]*\r?\n/, '').replace(/\r?\n[ \t]*$/, '');
  for (const match of trimmed.matchAll(cdata)) {
    text += resolved(trimmed.slice(position, match.index)) + (match[1] ?? '');
    position = match.index + match[0].length;
  }
  return text + resolved(trimmed.slice(position));
}

/** A text so that it can be the content of an element. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What is in a CDATA section ends nothing. */
function endOf(text: string, closing: string, from: number): number {
  let position = from;
  for (;;) {
    const end = text.indexOf(closing, position);
    const section = text.indexOf('<![CDATA[', position);
    if (end < 0 || section < 0 || end < section) return end;
    const sectionEnd = text.indexOf(']]>', section);
    if (sectionEnd < 0) return -1;
    position = sectionEnd;
  }
}

function resolved(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (all, hex, decimal, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? all;
    const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
