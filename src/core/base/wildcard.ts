/**
 * Whether a text is the literals in order with anything, also nothing, between them. Linear in the text: patterns come
 * from servers and settings, and a regular expression made of them could take for ever.
 */
export function matchesLiterals(literals: readonly string[], text: string): boolean {
  const first = literals[0] ?? '';
  if (literals.length < 2) return text === first;
  const last = literals.at(-1) ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let position = first.length;
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, position);
    if (found === -1 || found + literal.length > end) return false;
    position = found + literal.length;
  }
  return true;
}

/** Whether a text matches a pattern in which `*` stands for any run of characters. */
export function matchesWildcard(pattern: string, text: string): boolean {
  return matchesLiterals(pattern.split('*'), text);
}
