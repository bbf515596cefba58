import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Schedule } from '../../../shared/rpc/port.ts';

/** How long an answer is waited for after its time limit has passed, in milliseconds. */
const patienceMs = 10 * 60_000;

export interface LateAnswerOptions<T> {
  readonly answer: Promise<T>;
  /** Aborts when the time limit passes. */
  readonly deadline: AbortSignal;
  /** Called when it passes: the server is told. */
  readonly onMissed: () => void;
  /** Ends the waiting, so that `answer` rejects. */
  readonly giveUp: () => void;
  /** Takes what comes after all, or why nothing does. */
  readonly onLate: (late: { readonly answer: T } | { readonly error: unknown }) => void;
  readonly schedule: Schedule;
}

/** Settles with the answer, or rejects as soon as the time limit passes; the answer then goes another way. */
export function untilDeadline<T>(options: LateAnswerOptions<T>): Promise<T> {
  const { answer, deadline, onMissed, giveUp, onLate, schedule } = options;
  return new Promise((resolve, reject) => {
    let patience: Disposable | undefined;
    const miss = (): void => {
      patience = schedule(giveUp, patienceMs);
      reject(new Error('The time limit has passed'));
      onMissed();
    };
    const settle = (inTime: () => void, late: Parameters<typeof onLate>[0]): void => {
      deadline.removeEventListener('abort', miss);
      patience?.dispose();
      if (patience) onLate(late);
      else inTime();
    };
    deadline.addEventListener('abort', miss, { once: true });
    answer.then(
      (value) => settle(() => resolve(value), { answer: value }),
      (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error(String(error))), { error }),
    );
  });
}
