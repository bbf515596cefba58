import type { Schedule } from '../../shared/rpc/port.ts';

/** Runs a function after a delay, on Node's timers. */
export const scheduleTimeout: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return { dispose: () => clearTimeout(timer) };
};
