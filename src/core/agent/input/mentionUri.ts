const closers: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '<': '>',
  '（': '）',
  '［': '］',
  '｛': '｝',
  '「': '」',
  '『': '』',
  '【': '】',
  '《': '》',
  '〈': '〉',
  '〔': '〕',
};
const closingBrackets = new Set(Object.values(closers));

/**
 * Ends a URI wherever it stands: white space, closing quotes, and the CJK sentence marks, after which no space is
 * written.
 */
const alwaysEnds = /[\s"'`”’。，、；：！？]/;

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
    const closer = closers[char];
    if (closer !== undefined) open.push(closer);
    else if (closingBrackets.has(char)) {
      if (open.at(-1) !== char) break;
      open.pop();
    }
  }
  while (end > from && '.,;:!?…'.includes(text.charAt(end - 1))) end--;
  return text.slice(from, end);
}
