import type { Figure } from './benchmark.ts';

/** Does the work once and gives the time it took, in milliseconds. */
export type Timed = () => Promise<number>;

export interface Runs {
  /** Runs of each that do not count. */
  readonly warmUps: number;
  /** Runs of each that count. */
  readonly counted: number;
}

/**
 * Compares two kinds of work: the median of one divided by the median of the other. They run by turns, and the first
 * of a pair is the second of the next, so that whatever else the machine does falls on both.
 */
export async function compare(work: Timed, bare: Timed, { warmUps, counted }: Runs): Promise<Figure> {
  const times: number[] = [];
  const bareTimes: number[] = [];
  for (let run = 0; run < warmUps + counted; run += 1) {
    const pair = [
      { work, times },
      { work: bare, times: bareTimes },
    ];
    for (const one of run % 2 === 0 ? pair : pair.reverse()) {
      const time = await one.work();
      if (run >= warmUps) one.times.push(time);
    }
  }
  const [median, bareMedian] = [medianOf(times), medianOf(bareTimes)];
  return { measured: median / bareMedian, note: `${inWords(median)} ÷ ${inWords(bareMedian)}, ${counted} runs each` };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

function inWords(milliseconds: number): string {
  if (milliseconds >= 100) return `${milliseconds.toFixed(0)} ms`;
  return milliseconds >= 1 ? `${milliseconds.toFixed(2)} ms` : `${(milliseconds * 1000).toFixed(2)} µs`;
}
