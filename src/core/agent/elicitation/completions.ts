import type { Disposable } from '../../../shared/base/disposable.ts';
import type { UrlElicitation } from '../../mcp/host/hostHandlers.ts';

/** A notice that is waited for. */
export interface Completion extends Disposable {
  /** Aborts when the server says that it is done. */
  readonly signal: AbortSignal;
}

/** What servers say of addresses that people were sent to: that they are done there (legacy era). */
export class Completions {
  readonly #expected = new Set<{ readonly server: string; readonly id: string; readonly done: AbortController }>();

  /** Waits for the notice until disposed. Without an id none can come. */
  expect({ server, elicitationId: id }: Pick<UrlElicitation, 'server' | 'elicitationId'>): Completion {
    const done = new AbortController();
    if (id === undefined) return { signal: done.signal, dispose: () => undefined };
    const entry = { server, id, done };
    this.#expected.add(entry);
    return { signal: done.signal, dispose: () => void this.#expected.delete(entry) };
  }

  /** A server says that one is done. Of others than are waited for, it changes nothing. */
  complete(server: string, id: string): void {
    for (const entry of this.#expected) if (entry.server === server && entry.id === id) entry.done.abort();
  }
}
