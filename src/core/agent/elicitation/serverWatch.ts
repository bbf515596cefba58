import type { Disposable } from '../../../shared/base/disposable.ts';
import type { HubPort } from '../../mcp/hubPort.ts';

/** Notices that a server is no longer connected, whoever ended it, until disposed. */
export class ServerWatch implements Disposable {
  readonly #lost = new AbortController();
  readonly #subscription: Disposable;

  constructor(hub: Pick<HubPort, 'onDidChange' | 'server'>, server: string) {
    const look = (): void => {
      if (hub.server(server)?.state.status !== 'connected') this.#lost.abort();
    };
    this.#subscription = hub.onDidChange(look);
    look();
  }

  /** Aborts when it is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
