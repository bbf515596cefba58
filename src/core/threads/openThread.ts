import type { ThreadState } from '../../shared/thread/threadState.ts';
import type { DamagedLine } from './logLines.ts';
import type { ThreadLog } from './threadLog.ts';

/** A thread in memory with the log that its next events go to. */
export interface OpenThread {
  readonly state: ThreadState;
  readonly log: ThreadLog;
  /** Lines of the log that could not be read. */
  readonly damage: readonly DamagedLine[];
}
