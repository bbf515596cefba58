import assert from 'node:assert/strict';
import { AbortError, abortable, abortableIterable } from '../../../src/core/base/abortable.ts';

describe('abortable', () => {
  const never = new Promise<never>(() => undefined);

  it('gives what the promise gives', async () => {
    const { signal } = new AbortController();
    assert.equal(await abortable(Promise.resolve(1), signal), 1);
    await assert.rejects(abortable(Promise.reject(new Error('no')), signal), /no/);
  });

  it('rejects as soon as the signal aborts, and when it had aborted before', async () => {
    const stop = new AbortController();
    const waiting = abortable(never, stop.signal);
    stop.abort();
    await assert.rejects(waiting, AbortError);
    await assert.rejects(abortable(never, stop.signal), AbortError);
  });

  it('leaves no unhandled rejection when what was given up fails later', async () => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', listen);
    const { promise, reject } = withResolvers();
    await assert.rejects(abortable(promise, AbortSignal.abort()), AbortError);
    reject(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    assert.deepEqual(unhandled, []);
  });
});

describe('abortableIterable', () => {
  it('gives what the source gives, also its error', async () => {
    async function* source(): AsyncGenerator<number> {
      yield 1;
      yield await Promise.resolve(2);
      throw new Error('broken');
    }
    const seen: number[] = [];
    const { signal } = new AbortController();
    await assert.rejects(async () => {
      for await (const item of abortableIterable(source(), signal)) seen.push(item);
    }, /broken/);
    assert.deepEqual(seen, [1, 2]);
  });

  it('ends at once on abort, although the source heeds no signal, and closes the source', async () => {
    const stop = new AbortController();
    const { promise: closed, resolve: close } = withResolvers();
    const { promise: held, resolve: release } = withResolvers();
    async function* source(): AsyncGenerator<number> {
      try {
        yield 1;
        await held;
        yield 2;
      } finally {
        close();
      }
    }
    const seen: number[] = [];
    await assert.rejects(async () => {
      for await (const item of abortableIterable(source(), stop.signal)) {
        seen.push(item);
        queueMicrotask(() => stop.abort());
      }
    }, AbortError);
    assert.deepEqual(seen, [1]);
    release();
    await closed;
  });

  it('closes the source when the reader leaves early', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<number> {
      try {
        yield await Promise.resolve(1);
        yield 2;
      } finally {
        isClosed = true;
      }
    }
    for await (const item of abortableIterable(source(), new AbortController().signal)) {
      if (item === 1) break;
    }
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isClosed, true);
  });
});

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve = (): void => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
