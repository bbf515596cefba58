import type { ThreadState } from '../../shared/thread/threadState.ts';
import type { DamagedLine } from './logContents.ts';
import type { ThreadLog } from './threadLog.ts';

/** A thread in memory with the log that its next events go to. No other window or command can append meanwhile. */
export interface OpenThread {
  readonly state: ThreadState;
  readonly log: ThreadLog;
  /** Lines of the log that could not be read. */
  readonly damage: readonly DamagedLine[];
  /** Lets others open the thread; once everything is written. Never rejects. */
  readonly release: () => Promise<void>;
}

/** A thread as it is on disk, to look at: nothing is appended to it. */
export interface ReadThread {
  readonly state: ThreadState;
  readonly damage: readonly DamagedLine[];
  /** Some window or command has it open and may go on with it. */
  readonly isOpen: boolean;
}
