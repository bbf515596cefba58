/** One page of a list, as received. */
export interface Page {
  readonly items: readonly unknown[];
  /** The empty string is a cursor like any other. */
  readonly nextCursor: string | undefined;
}

/** All pages of a list, and why there may be more. */
export interface Walk {
  readonly items: readonly unknown[];
  readonly truncated: 'repeatedCursor' | 'tooManyPages' | undefined;
}

/** Contract §10. */
const maxPages = 64;

/** Asks for page after page until there is none, a cursor comes again, or 64 have been read. Rejects with `fetch`. */
export async function walkPages(fetch: (cursor: string | undefined) => Promise<Page>): Promise<Walk> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page++) {
    const { items: more, nextCursor } = await fetch(cursor);
    // One by one: as arguments, a hundred thousand of them would be too many.
    for (const item of more) items.push(item);
    if (nextCursor === undefined) return { items, truncated: undefined };
    if (seen.has(nextCursor)) return { items, truncated: 'repeatedCursor' };
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return { items, truncated: 'tooManyPages' };
}
