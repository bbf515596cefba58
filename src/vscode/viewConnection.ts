import { scheduleTimeout } from '../core/base/schedule.ts';
import type { Disposable } from '../shared/base/disposable.ts';
import { DisposableStore } from '../shared/base/disposable.ts';
import type { Event } from '../shared/base/emitter.ts';
import {
  initialize,
  readSnapshot,
  revealPlace,
  stateActions,
  viewProtocolVersion,
} from '../shared/protocol/lifecycle.ts';
import type { RequestContext } from '../shared/rpc/peer.ts';
import { Peer } from '../shared/rpc/peer.ts';
import type { Port } from '../shared/rpc/port.ts';
import { rpcErrorCode, RpcError } from '../shared/rpc/message.ts';
import type { StateStore } from '../shared/state/stateStore.ts';
import type { ViewAction } from '../shared/state/viewAction.ts';

/** Whether the view is on the screen, and when that changes. */
export interface Visibility {
  isVisible(): boolean;
  readonly onDidChange: Event<void>;
}

/**
 * One webview's end of the protocol, over all the documents it shows in turn. A document gets a snapshot when it says
 * that it is ready and actions from then on. A hidden view gets nothing: its document is gone, and so is whoever waited
 * for an answer. The next document counts its requests from 1 again.
 */
export class ViewConnection implements Disposable {
  readonly peer: Peer;
  readonly #store: StateStore;
  readonly #visibility: Visibility;
  readonly #owned = new DisposableStore();
  #isReady = false;
  #pending: { seq: number; actions: ViewAction[] } | undefined;
  #place: 'composer' | 'servers' | undefined;

  constructor(port: Port, store: StateStore, visibility: Visibility) {
    this.#store = store;
    this.#visibility = visibility;
    this.peer = this.#owned.add(new Peer(port, scheduleTimeout));
    this.#owned.add(
      this.peer.onRequest(initialize, ({ protocolVersion }, context) => this.#initialize(protocolVersion, context)),
    );
    this.#owned.add(this.peer.onRequest(readSnapshot, () => this.#snapshot()));
    this.#owned.add(store.onDidDispatch(({ seq, action }) => this.#enqueue(seq, action)));
    this.#owned.add(
      visibility.onDidChange(() => {
        if (!visibility.isVisible()) this.#forgetDocument();
      }),
    );
  }

  /** Puts the keyboard somewhere in the view, at once or as soon as the view is ready. */
  reveal(place: 'composer' | 'servers'): void {
    if (this.#isReady) this.peer.notify(revealPlace, { place });
    else this.#place = place;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #forgetDocument(except?: RequestContext): void {
    this.#isReady = false;
    this.peer.forgetRequests(except);
  }

  #initialize(
    version: number,
    context: RequestContext,
  ): { protocolVersion: number; snapshot: ReturnType<StateStore['snapshot']> } {
    this.#forgetDocument(context);
    if (version !== viewProtocolVersion) {
      const message = `The view speaks protocol version ${version}, the extension ${viewProtocolVersion}. Reload the window.`;
      throw new RpcError(rpcErrorCode.invalidParams, message);
    }
    const snapshot = this.#snapshot();
    this.#isReady = true;
    if (this.#place) {
      const place = this.#place;
      this.#place = undefined;
      // After the answer, which is posted before the next timer: the view must exist to show a part of itself.
      this.#owned.add(scheduleTimeout(() => this.reveal(place), 0));
    }
    return { protocolVersion: viewProtocolVersion, snapshot };
  }

  #snapshot(): ReturnType<StateStore['snapshot']> {
    this.#pending = undefined;
    return this.#store.snapshot();
  }

  /** Gathers what is dispatched in one go of the event loop into one message. */
  #enqueue(seq: number, action: ViewAction): void {
    if (!this.#isReady || !this.#visibility.isVisible()) return;
    if (this.#pending) {
      this.#pending.actions.push(action);
      return;
    }
    const batch = { seq, actions: [action] };
    this.#pending = batch;
    queueMicrotask(() => {
      // A snapshot taken in between contains these actions already.
      if (this.#pending !== batch) return;
      this.#pending = undefined;
      if (this.#isReady) this.peer.notify(stateActions, batch);
    });
  }
}
