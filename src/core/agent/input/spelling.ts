/** A name by which text may call an item. */
export interface Spelling<T> {
  readonly item: T;
  readonly spelling: string;
}

/** What text calls, and what stands after the name. */
export interface Called<T> {
  readonly item: T;
  readonly after: string;
}

/**
 * Finds the item whose spelling text begins with, as a word of its own. The longest spelling is tried first, since one
 * may begin another; the exact one wins over one in other letter case.
 */
export function findSpelling<T>(text: string, spellings: readonly Spelling<T>[]): Called<T> | undefined {
  const longestFirst = spellings.toSorted((a, b) => b.spelling.length - a.spelling.length);
  const called =
    longestFirst.find(({ spelling }) => isCalled(text, spelling, exact)) ??
    longestFirst.find(({ spelling }) => isCalled(text, spelling, lowerCase));
  return called && { item: called.item, after: text.slice(called.spelling.length) };
}

function isCalled(text: string, spelling: string, fold: (text: string) => string): boolean {
  if (fold(text.slice(0, spelling.length)) !== fold(spelling)) return false;
  return /^(?:\s|$)/.test(text.slice(spelling.length, spelling.length + 1));
}

function exact(text: string): string {
  return text;
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
