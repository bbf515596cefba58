/** Something that listens, spawns or times, and can be told to stop. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Wraps a function so that it runs at most once, when disposed. */
export function toDisposable(run: () => void): Disposable {
  let isDisposed = false;
  return {
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      run();
    },
  };
}

/** Owns disposables and disposes them in the reverse order of their arrival. */
export class DisposableStore implements Disposable {
  #items: Disposable[] = [];
  #isDisposed = false;

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Takes ownership. What arrives after disposal is disposed at once, so a late arrival cannot leak. */
  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    const items = this.#items;
    this.#items = [];
    for (const item of items.reverse()) item.dispose();
  }
}
