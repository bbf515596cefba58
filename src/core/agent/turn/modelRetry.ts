import type { Schedule } from '../../../shared/rpc/port.ts';
import type { ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import { AbortError } from '../../base/abortable.ts';
import { ModelError } from '../../models/modelError.ts';
import { isPassing } from '../../models/passingFailure.ts';

/** Milliseconds before each repetition; up to a quarter more, so that many clients do not come back together. */
const delaysMs = [1_000, 2_000, 4_000, 8_000, 16_000];
/** A provider that names a longer time is taken at its word, and the turn does not wait for it. */
const longestWaitMs = 60_000;

export interface RetryContext {
  readonly turnId: string;
  readonly signal: AbortSignal;
  readonly emit: (event: ThreadEvent) => void;
  readonly schedule: Schedule;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** One request to the model. `hasAnswered` says whether anything of its answer is in the conversation. */
export interface Attempt<T> {
  readonly send: () => Promise<T>;
  readonly hasAnswered: () => boolean;
}

/**
 * Sends a request again after a failure that passes, as long as nothing was answered: after 1, 2, 4, 8 and 16 s, or when
 * the provider says. Each wait is said in the thread. Rejects with the last failure, or an `AbortError` at once.
 */
export async function withRetries<T>({ send, hasAnswered }: Attempt<T>, context: RetryContext): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ModelError) || !isPassing(error) || hasAnswered()) throw error;
      const waitMs = waitBefore(error, failures, context.random);
      if (waitMs === undefined) throw error;
      if (waitMs > longestWaitMs) throw tooLongToWait(error, waitMs);
      const { turnId, emit, now } = context;
      const at = now();
      emit({
        type: 'modelRetryScheduled',
        at,
        turnId,
        attempt: failures + 1,
        retryAt: at + waitMs,
        message: error.whatHappened,
      });
      await pause(waitMs, context);
    }
  }
}

/** Undefined when it was tried often enough. */
function waitBefore({ retryAfterMs }: ModelError, failures: number, random: () => number): number | undefined {
  const delay = delaysMs[failures];
  if (delay === undefined) return undefined;
  return Math.max(retryAfterMs ?? 0, Math.round(delay * (1 + random() / 4)));
}

function tooLongToWait(error: ModelError, waitMs: number): ModelError {
  const message = `${error.whatHappened} It can be asked again ${spanOf(waitMs)}.`;
  const advice = 'Send the message again then, or choose another model.';
  return new ModelError(error.code, message, { retryAfterMs: waitMs, cause: error, advice });
}

/** `in 3 minutes`, `in 28 hours`: never shorter than it is. */
function spanOf(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  const [count, unit] = minutes <= 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

function pause(waitMs: number, { signal, schedule }: RetryContext): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new AbortError());
    const timer = schedule(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, waitMs);
    const abort = (): void => {
      timer.dispose();
      reject(new AbortError());
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}
