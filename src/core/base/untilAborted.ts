/** Settles with the work, or resolves as soon as the signal aborts; the work goes on by itself then. */
export function untilAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve();
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', onAbort);
    void work.then(() => resolve(), reject).finally(() => signal?.removeEventListener('abort', onAbort));
  });
}
