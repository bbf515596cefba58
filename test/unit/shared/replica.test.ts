import assert from 'node:assert/strict';
import { Replica } from '../../../src/shared/state/replica.ts';
import { StateStore } from '../../../src/shared/state/stateStore.ts';
import type { ViewAction } from '../../../src/shared/state/viewAction.ts';
import { viewActionSchema } from '../../../src/shared/state/viewAction.ts';
import type { ViewState } from '../../../src/shared/state/viewState.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';
import { recordedEvents } from '../threads/threadEvents.ts';

const initial: ViewState = {
  model: { id: 'demo/demo', label: 'Offline demo – no AI', isDemo: true },
  servers: [],
  configIssues: [],
  thread: emptyThread('thread-1', 0),
  draft: { text: '', revision: 0, attachments: [] },
  sendOn: 'enter',
};

const actions: ViewAction[] = [
  { type: 'sendOn/changed', sendOn: 'ctrlEnter' },
  ...recordedEvents().map((event): ViewAction => ({ type: 'thread/advanced', event })),
  { type: 'draft/changed', draft: { text: '', revision: 1, attachments: [] } },
  { type: 'model/changed', model: { id: 'local/llama', label: 'Llama', isDemo: false } },
];

describe('StateStore', () => {
  it('numbers every action and holds what the actions make', () => {
    const store = new StateStore(initial);
    const dispatched: number[] = [];
    store.onDidDispatch(({ seq, action }) => {
      dispatched.push(seq);
      assert.equal(action, actions[seq - 1]);
      assert.equal(store.snapshot().seq, seq);
    });
    for (const action of actions) store.dispatch(action);
    assert.deepEqual(
      dispatched,
      actions.map((_, index) => index + 1),
    );
    assert.equal(store.state.thread.turns.length, 1);
    assert.equal(store.state.model.label, 'Llama');
  });
});

describe('Replica', () => {
  /** A store that has dispatched everything, with its snapshot after `seq` actions and what follows. */
  function history(): { store: StateStore; snapshots: ReturnType<StateStore['snapshot']>[] } {
    const store = new StateStore(initial);
    const snapshots = [store.snapshot()];
    for (const action of actions) {
      store.dispatch(action);
      snapshots.push(store.snapshot());
    }
    return { store, snapshots };
  }

  it('comes to the state of the host from any snapshot and the actions after it, in batches of any size', () => {
    const { store, snapshots } = history();
    for (const [from, snapshot] of snapshots.entries()) {
      for (const size of [1, 3, actions.length]) {
        const replica = new Replica(structuredClone(snapshot));
        for (let seq = from; seq < actions.length; seq += size) {
          const batch = actions.slice(seq, seq + size).map((action) => viewActionSchema.parse(structuredClone(action)));
          assert.equal(replica.apply(seq + 1, batch), true);
        }
        assert.deepEqual(replica.state, store.state);
      }
    }
  });

  it('passes over actions that its snapshot contains already', () => {
    const { store, snapshots } = history();
    const replica = new Replica(snapshots[5]!);
    let changes = 0;
    replica.onDidChange(() => (changes += 1));
    assert.equal(replica.apply(1, actions.slice(0, 5)), true);
    assert.deepEqual([replica.state, changes], [snapshots[5]!.state, 0]);
    assert.equal(replica.apply(3, actions.slice(2)), true);
    assert.deepEqual([replica.state, changes], [store.state, 1]);
  });

  it('refuses actions after a gap, unchanged, until it is given a snapshot', () => {
    const { store, snapshots } = history();
    const replica = new Replica(snapshots[2]!);
    assert.equal(replica.apply(4, actions.slice(3)), false);
    assert.equal(replica.state, snapshots[2]!.state);
    replica.reset(store.snapshot());
    assert.equal(replica.state, store.state);
    assert.equal(replica.apply(actions.length + 1, [{ type: 'sendOn/changed', sendOn: 'enter' }]), true);
    assert.equal(replica.state.sendOn, 'enter');
  });
});
