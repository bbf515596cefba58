/** A word of a command's arguments, at its place in the text. */
export interface Word {
  readonly start: number;
  readonly end: number;
  /** The declared argument it names (`name=value`). */
  readonly key?: string | undefined;
  /** Its value, without the quotes around it. */
  readonly value: string;
  /** A quote opens and never closes; the value has it literally. */
  readonly isUnterminated: boolean;
}

/**
 * Splits arguments into words at white space. A quote groups where a value begins, so an apostrophe in a word is only
 * that; a backslash escapes the quote that is open and nothing else, so Windows paths survive.
 */
export function promptWords(text: string, declared: ReadonlySet<string>): Word[] {
  const words: Word[] = [];
  const next = /\S/g;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const word = readWord(text, match.index, declared);
    words.push(word);
    next.lastIndex = word.end;
  }
  return words;
}

function readWord(text: string, start: number, declared: ReadonlySet<string>): Word {
  const keyPattern = /([^\s"'=]+)=/y;
  keyPattern.lastIndex = start;
  const name = keyPattern.exec(text)?.[1];
  const key = name !== undefined && declared.has(name) ? name : undefined;
  const from = key === undefined ? start : start + key.length + 1;
  const quoted = readQuoted(text, from);
  const plain = /\S*/y;
  plain.lastIndex = quoted?.end ?? from;
  const tail = plain.exec(text)?.[0] ?? '';
  const isUnterminated = quoted === undefined && /["']/.test(text.charAt(from));
  return { start, end: (quoted?.end ?? from) + tail.length, key, value: (quoted?.value ?? '') + tail, isUnterminated };
}

function readQuoted(text: string, from: number): { readonly value: string; readonly end: number } | undefined {
  const quote = text.charAt(from);
  if (quote !== '"' && quote !== "'") return undefined;
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === quote) return { value, end: at + 1 };
    if (char === '\\' && text.charAt(at + 1) === quote) at++;
    value += text.charAt(at);
  }
  return undefined;
}
