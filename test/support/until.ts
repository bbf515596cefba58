import type { Event } from '../../src/shared/base/emitter.ts';

/** Waits until the predicate gives something, asked now and after each event. Rejects when that takes too long. */
export function until<T>(
  event: Event<unknown>,
  predicate: () => T | undefined | false,
  timeoutMs = 10_000,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = predicate();
      if (found === undefined || found === false) return;
      clearTimeout(timer);
      subscription.dispose();
      resolve(found);
    };
    const timer = setTimeout(() => {
      subscription.dispose();
      reject(new Error(`Waited ${timeoutMs} ms in vain for: ${predicate.toString()}`));
    }, timeoutMs);
    const subscription = event(look);
    look();
  });
}
