/**
 * Ends a URI wherever it stands: white space, quotes that close somewhere (“ does in „so“), and the CJK sentence marks,
 * after which no space is written.
 */
const alwaysEnds = /[\s"'`\p{Pi}\p{Pf}〞〟。，、；：！？]/u;

const closingBracket = /[>\p{Pe}]/u;

/**
 * Reads an unquoted URI (contract §5): to white space or a closing bracket or quote, without the sentence punctuation
 * at its end. A closing bracket whose opener is inside belongs to it. Empty when there is none.
 */
export function readUri(text: string, from: number): string {
  const open: string[] = [];
  let end = from;
  for (; end < text.length; end++) {
    const char = text.charAt(end);
    if (alwaysEnds.test(char)) break;
    const closer = closerOf(char);
    if (closer !== undefined) open.push(closer);
    else if (closingBracket.test(char)) {
      if (open.at(-1) !== char) break;
      open.pop();
    }
  }
  while (end > from && '.,;:!?…'.includes(text.charAt(end - 1))) end--;
  return text.slice(from, end);
}

/** What closes an opening bracket: Unicode has it one or two places after it, but for ﴿ and the sign < used as one. */
function closerOf(char: string): string | undefined {
  if (char === '<') return '>';
  if (!/\p{Ps}/u.test(char)) return undefined;
  if (char === '﴿') return '﴾';
  const code = char.charCodeAt(0);
  return [code + 1, code + 2].map((next) => String.fromCharCode(next)).find((next) => closingBracket.test(next));
}
