/** What was waited for was given up because a signal aborted. */
export class AbortError extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('Stopped');
  }
}

/**
 * Waits for a promise until the signal aborts; then rejects with an `AbortError` at once, whether or not what runs
 * behind the promise heeds the signal. What becomes of it afterwards concerns nobody.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(new AbortError());
    // The promise is subscribed to in every case: a rejection that comes late must not be an unhandled one.
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

/** Iterates until the signal aborts; then throws an `AbortError` at once and closes the source without waiting for it. */
export async function* abortableIterable<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await abortable(iterator.next(), signal);
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } catch (error) {
    // A source that failed is over; one that was given up must be told.
    isDone = !signal.aborted;
    throw error;
  } finally {
    if (!isDone) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
