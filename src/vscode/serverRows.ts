import { isDeepStrictEqual } from 'node:util';
import type { ConfigIssueView, ServerView } from '../shared/state/serverView.ts';
import type { StateStore } from '../shared/state/stateStore.ts';

/**
 * Brings the servers of the view's state up to date with as little as possible: a change of one server among thirty is
 * one row, and a change that shows nowhere is nothing.
 */
export function showServers(
  store: StateStore,
  servers: readonly ServerView[],
  configIssues: readonly ConfigIssueView[],
): void {
  const shown = store.state;
  const isSameList =
    servers.length === shown.servers.length &&
    servers.every(({ name }, index) => name === shown.servers[index]?.name) &&
    isDeepStrictEqual(configIssues, shown.configIssues);
  if (!isSameList) {
    store.dispatch({ type: 'servers/changed', servers: [...servers], configIssues: [...configIssues] });
    return;
  }
  const updated = servers.filter((server, index) => !isDeepStrictEqual(server, shown.servers[index]));
  if (updated.length > 0) store.dispatch({ type: 'servers/updated', servers: updated });
}
