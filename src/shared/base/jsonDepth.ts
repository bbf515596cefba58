/**
 * Whether objects and arrays stand in each other more than `levels` deep. Does not recurse, so that it can be asked before
 * anything that does.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}
