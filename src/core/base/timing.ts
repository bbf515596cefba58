import type { Schedule } from '../../shared/rpc/port.ts';
import { scheduleTimeout } from './schedule.ts';

/** Time, for what waits and counts it: tests give another one. */
export interface Timing {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** From 0 up to 1. */
  readonly random: () => number;
}

export const systemTiming: Timing = { now: Date.now, schedule: scheduleTimeout, random: Math.random };
