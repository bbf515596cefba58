/** Far more than any schema needs, and far less than the stack of whoever walks through it holds. */
export const maxNesting = 200;

/**
 * Whether a JSON value holds more levels of objects and arrays than allowed. Hashing, comparing and sending it on would
 * overflow the stack, so this itself does not recurse.
 */
export function isNestedTooDeeply(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxNesting; depth++) {
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}
