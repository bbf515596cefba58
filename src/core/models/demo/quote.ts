/** Characters of other people's text in one quotation. */
const quoteLimit = 600;

/**
 * A Markdown quotation, cut at the end of a line or word when it is long; says how long the whole is. Headings become
 * bold lines, because a quotation has no chapters of its own.
 */
export function quoted(text: string, limit = quoteLimit): string {
  const whole = text.trim();
  const head = headOf(whole, limit);
  const lines = head
    .replace(/^#{1,6} (.*\S)/gm, '**$1**')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`));
  const rest = head.length < whole.length ? `\n>\n> … (${whole.length} characters in all)` : '';
  return lines.join('\n') + rest;
}

/** Inline code that the text cannot end: the fence is longer than any in the text. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return fence + space + line + space + fence;
}

/** A server's words on one line of Markdown, as plain text: no mark in them means anything. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[|\\`*_<>[\]~#!]/g, '\\$&');
}

function headOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const lineEnd = head.lastIndexOf('\n');
  const wordEnd = head.search(/\s\S*$/);
  const end = lineEnd > limit / 2 ? lineEnd : wordEnd > limit / 2 ? wordEnd : limit;
  // A heading whose text is cut off says nothing.
  return head
    .slice(0, end)
    .trimEnd()
    .replace(/\s+#{1,6} [^\n]*$/, '');
}
