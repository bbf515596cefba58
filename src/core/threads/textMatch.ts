import { setImmediate } from 'node:timers/promises';
import { foldText, unfoldedIndex } from './foldedText.ts';

/** The place of a hit in a text, with what stands around it. */
export interface Snippet {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Letters folded at once, between two moments in which other work of the process gets its turn. */
const windowChars = 16_000;
const charsBefore = 60;
const charsAfter = 100;

/** The words of a query, folded; what stands between double quotes is one. */
export function searchTerms(query: string): readonly string[] {
  const words = Array.from(query.matchAll(/"([^"]*)"|[^\s"]+/gu), ([word, quoted]) => foldText(quoted ?? word).trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/** Which of the terms a text has, and where the first one of them stands. */
export async function matchText(
  text: string,
  terms: readonly string[],
): Promise<{ readonly found: readonly string[]; readonly snippet: Snippet } | undefined> {
  const found = new Set<string>();
  let snippet: Snippet | undefined;
  const longest = Math.max(...terms.map(({ length }) => length));
  for (let start = 0; start < text.length && found.size < terms.length; start += windowChars) {
    if (start > 0) await setImmediate();
    // What begins in one window and ends in the next is whole in the first.
    const part = text.slice(start, start + windowChars + longest * 2);
    const folded = foldText(part);
    const hits = terms
      .filter((term) => !found.has(term))
      .map((term) => ({ term, at: folded.indexOf(term) }))
      .filter(({ at }) => at !== -1)
      .sort((a, b) => a.at - b.at);
    for (const { term } of hits) found.add(term);
    const [first] = hits;
    if (first) snippet ??= snippetAt(text, start + unfoldedIndex(part, first.at), start + endOf(part, first));
  }
  return snippet && { found: [...found], snippet };
}

function endOf(part: string, { term, at }: { term: string; at: number }): number {
  const last = unfoldedIndex(part, at + term.length - 1);
  return last + String.fromCodePoint(part.codePointAt(last) ?? 0).length;
}

function snippetAt(text: string, start: number, end: number): Snippet {
  const before = text.slice(Math.max(0, start - charsBefore), start);
  const after = text.slice(end, end + charsAfter);
  return {
    before: (start > charsBefore ? '…' : '') + oneLine(before),
    match: oneLine(text.slice(start, end)),
    after: oneLine(after) + (end + charsAfter < text.length ? '…' : ''),
  };
}

/** Without line breaks, and without the half of a character that a cut left. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/\p{Cs}/gu, '');
}
