import type { Disposable } from './disposable.ts';
import { toDisposable } from './disposable.ts';

/** Subscribes a listener; dispose the answer to unsubscribe. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A typed source of events. Listeners run synchronously, in the order of their subscription. */
export class Emitter<T> implements Disposable {
  #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own per subscription: the same function subscribed twice is called twice.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  /** Calls every listener. One that throws does not keep the others from hearing; its error is rethrown last. */
  fire(value: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, 'Several listeners failed');
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
