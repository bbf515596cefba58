/** Whole numbers from 0 to below `limit`, the same for the same seed (xorshift32). */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed | 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
