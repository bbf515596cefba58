import { isDeeperThan } from '../../../shared/base/jsonDepth.ts';

/** Far more than any schema needs, and far less than the stack of whoever walks through it holds. */
export const maxNesting = 200;

/** Whether a JSON value is deeper than that: hashing, comparing and sending it on would overflow the stack. */
export function isNestedTooDeeply(value: unknown): boolean {
  return isDeeperThan(value, maxNesting);
}
