import assert from 'node:assert/strict';
import { toDisposable } from '../../../src/shared/base/disposable.ts';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import { initialize, readSnapshot, stateActions, viewProtocolVersion } from '../../../src/shared/protocol/lifecycle.ts';
import { Peer } from '../../../src/shared/rpc/peer.ts';
import { StateStore } from '../../../src/shared/state/stateStore.ts';
import { ViewConnection } from '../../../webview-ui/bridge/viewConnection.ts';
import { initialState } from '../../webview/support/builders.ts';

const noTimers = () => toDisposable(() => undefined);

/** A host and a view on two ends of a channel that delivers at once. */
function aPair() {
  const toView = new Emitter<unknown>();
  const toHost = new Emitter<unknown>();
  const host = new Peer({ onMessage: toHost.event, post: (message) => toView.fire(message) }, noTimers);
  const store = new StateStore(initialState);
  const view = new ViewConnection({ onMessage: toView.event, post: (message) => toHost.fire(message) }, noTimers);
  const send = (seq: number): void => {
    const action = { type: 'sendOn/changed', sendOn: 'ctrlEnter' } as const;
    host.notify(stateActions, { seq, actions: [action] });
  };
  return { host, store, view, send };
}

describe('ViewConnection', () => {
  it('applies what arrives before its first snapshot after it', async () => {
    const { host, store, view, send } = aPair();
    host.onRequest(initialize, () => {
      const snapshot = store.snapshot();
      send(1);
      return { protocolVersion: viewProtocolVersion, snapshot };
    });
    await view.open();
    assert.equal(view.status.kind === 'ready' && view.status.link.replica.state.sendOn, 'ctrlEnter');
  });

  it('asks for one snapshot however much arrives behind a gap, and applies what the snapshot lacks', async () => {
    const { host, view, send } = aPair();
    host.onRequest(initialize, () => ({
      protocolVersion: viewProtocolVersion,
      snapshot: { seq: 0, state: initialState },
    }));
    let asked = 0;
    const answered = new Promise<void>((resolve) => {
      host.onRequest(readSnapshot, () => {
        asked += 1;
        queueMicrotask(() => setImmediate(resolve));
        return { seq: 4, state: initialState };
      });
    });
    await view.open();
    send(3);
    send(4);
    send(5);
    await answered;
    assert.equal(asked, 1);
    assert.equal(view.status.kind === 'ready' && view.status.link.replica.state.sendOn, 'ctrlEnter');
  });

  it('says why when the host refuses', async () => {
    const { host, view } = aPair();
    host.onRequest(initialize, () => {
      throw new Error('The view speaks protocol version 9. Reload the window.');
    });
    await view.open();
    assert.deepEqual(view.status, {
      kind: 'failed',
      message: 'The view speaks protocol version 9. Reload the window.',
    });
  });

  it('changes nothing more once disposed', async () => {
    const { host, view } = aPair();
    host.onRequest(initialize, () => ({
      protocolVersion: viewProtocolVersion,
      snapshot: { seq: 0, state: initialState },
    }));
    const opening = view.open();
    view.dispose();
    await opening;
    assert.deepEqual(view.status, { kind: 'connecting' });
  });
});
