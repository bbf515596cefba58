import { toDisposable } from '../../src/shared/base/disposable.ts';
import type { Schedule } from '../../src/shared/rpc/port.ts';

/** Timers of the browser. */
export const browserSchedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return toDisposable(() => clearTimeout(timer));
};
