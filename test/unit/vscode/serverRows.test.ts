import assert from 'node:assert/strict';
import { StateStore } from '../../../src/shared/state/stateStore.ts';
import type { ViewAction } from '../../../src/shared/state/viewAction.ts';
import { showServers } from '../../../src/vscode/serverRows.ts';
import { aServer, initialState } from '../../webview/support/builders.ts';

describe('The servers of the view', () => {
  const thirty = Array.from({ length: 30 }, (_, index) => aServer({ name: `server-${index}` }));
  let store: StateStore;
  let dispatched: ViewAction[];

  beforeEach(() => {
    store = new StateStore({ ...initialState, servers: [] });
    showServers(store, thirty, []);
    dispatched = [];
    store.onDidDispatch(({ action }) => dispatched.push(action));
  });

  it('are sent whole when there are others', () => {
    showServers(store, thirty.slice(1), []);
    assert.deepEqual(
      dispatched.map(({ type }) => type),
      ['servers/changed'],
    );
    assert.equal(store.state.servers.length, 29);
  });

  it('cost one row when one of thirty changes', () => {
    const changed = aServer({ name: 'server-7', status: 'connecting' });
    showServers(
      store,
      thirty.map((server) => (server.name === changed.name ? changed : server)),
      [],
    );
    assert.deepEqual(dispatched, [{ type: 'servers/updated', servers: [changed] }]);
    assert.equal(store.state.servers[7]?.status, 'connecting');
    assert.ok(JSON.stringify(dispatched).length < 600, 'a row is some hundred bytes');
  });

  it('keep the other rows as the same objects, so that these are not drawn again', () => {
    const before = store.state.servers;
    showServers(
      store,
      thirty.map((server, index) => (index === 7 ? aServer({ name: server.name, status: 'failed' }) : { ...server })),
      [],
    );
    assert.equal(store.state.servers[8], before[8]);
    assert.notEqual(store.state.servers[7], before[7]);
  });

  it('cost nothing when a change shows nowhere', () => {
    showServers(
      store,
      thirty.map((server) => ({ ...server })),
      [],
    );
    assert.deepEqual(dispatched, []);
  });

  it('are sent whole when a file has another problem', () => {
    const issue = { code: 'invalid_config', source: '.mcp.json:1', message: 'It is empty.' };
    showServers(store, thirty, [issue]);
    assert.deepEqual(store.state.configIssues, [issue]);
  });
});
