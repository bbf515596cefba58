import type { Disposable } from '../../src/shared/base/disposable.ts';
import { DisposableStore } from '../../src/shared/base/disposable.ts';
import type { Event } from '../../src/shared/base/emitter.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { messageOf } from '../../src/shared/base/messageOf.ts';
import type { Intent } from '../../src/shared/protocol/intents.ts';
import { dispatchIntent } from '../../src/shared/protocol/intents.ts';
import type { Snapshot } from '../../src/shared/protocol/lifecycle.ts';
import {
  initialize,
  readSnapshot,
  revealPlace,
  stateActions,
  viewProtocolVersion,
} from '../../src/shared/protocol/lifecycle.ts';
import type { RequestDeclaration } from '../../src/shared/rpc/declaration.ts';
import type { PendingRequest } from '../../src/shared/rpc/peer.ts';
import { Peer } from '../../src/shared/rpc/peer.ts';
import type { Port, Schedule } from '../../src/shared/rpc/port.ts';
import { Replica } from '../../src/shared/state/replica.ts';
import type { ViewAction } from '../../src/shared/state/viewAction.ts';
import { DraftBuffer } from './draftBuffer.ts';

/** A part of the view that the host can ask to show. */
export type Place = 'composer' | 'servers';

/** What a connected view works with. */
export interface ViewLink {
  readonly replica: Replica;
  readonly draft: DraftBuffer;
  readonly onDidReveal: Event<Place>;
  readonly dispatch: (intent: Intent) => void;
  readonly request: <P, R>(declaration: RequestDeclaration<P, R>, params: P) => PendingRequest<R>;
}

/** How far the view has come. `failed` says what happened; the view offers to connect anew. */
export type ConnectionStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready'; readonly link: ViewLink }
  | { readonly kind: 'failed'; readonly message: string };

interface Batch {
  readonly seq: number;
  readonly actions: readonly ViewAction[];
}

/**
 * One life of the view's connection to the extension host: asks for the state, applies what follows, and asks again
 * when something was missed.
 */
export class ViewConnection implements Disposable {
  readonly #peer: Peer;
  readonly #owned = new DisposableStore();
  readonly #statusChanged = new Emitter<void>();
  readonly #revealed = new Emitter<Place>();
  #status: ConnectionStatus = { kind: 'connecting' };
  /** What arrives while no state stands to apply it to. */
  #held: Batch[] = [];
  #isResyncing = false;

  readonly onDidChangeStatus = this.#statusChanged.event;

  constructor(port: Port, schedule: Schedule) {
    this.#peer = this.#owned.add(new Peer(port, schedule));
    this.#owned.add(this.#statusChanged);
    this.#owned.add(this.#revealed);
    this.#owned.add(this.#peer.onNotification(stateActions, (batch) => this.#receive(batch)));
    this.#owned.add(this.#peer.onNotification(revealPlace, ({ place }) => this.#revealed.fire(place)));
    this.#owned.add(
      this.#peer.onDidReject((reason) => {
        // What was not understood may have been a change of state: only a snapshot makes it good.
        reportError(new Error(`Patchbay did not understand a message of its host: ${reason}`));
        void this.#resync();
      }),
    );
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** Asks the host for the state. How it ends is in `status`; it never rejects. */
  async open(): Promise<void> {
    try {
      const { result } = this.#peer.request(initialize, { protocolVersion: viewProtocolVersion });
      const { snapshot } = await result;
      if (!this.#owned.isDisposed) this.#start(snapshot);
    } catch (error) {
      this.#fail(error);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #start(snapshot: Snapshot): void {
    const replica = new Replica(snapshot);
    const dispatch = (intent: Intent): void => this.#peer.notify(dispatchIntent, { intent });
    const link: ViewLink = {
      replica,
      draft: this.#owned.add(new DraftBuffer(replica, dispatch)),
      onDidReveal: this.#revealed.event,
      dispatch,
      request: (declaration, params) => this.#peer.request(declaration, params),
    };
    this.#setStatus({ kind: 'ready', link });
    this.#applyHeld();
  }

  #receive(batch: Batch): void {
    if (this.#status.kind !== 'ready' || this.#isResyncing) {
      this.#held.push(batch);
    } else if (!this.#status.link.replica.apply(batch.seq, batch.actions)) {
      this.#held.push(batch);
      void this.#resync();
    }
  }

  #applyHeld(): void {
    for (const batch of this.#held.splice(0)) this.#receive(batch);
  }

  async #resync(): Promise<void> {
    if (this.#status.kind !== 'ready' || this.#isResyncing) return;
    const { replica } = this.#status.link;
    this.#isResyncing = true;
    try {
      const snapshot = await this.#peer.request(readSnapshot, {}).result;
      if (this.#owned.isDisposed) return;
      this.#isResyncing = false;
      replica.reset(snapshot);
      this.#applyHeld();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#owned.isDisposed) return;
    this.#setStatus({ kind: 'failed', message: messageOf(error) });
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status;
    this.#statusChanged.fire();
  }
}
