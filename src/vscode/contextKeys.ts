import * as vscode from 'vscode';
import type { StateStore } from '../shared/state/stateStore.ts';
import type { ServerView } from '../shared/state/serverView.ts';
import type { Disposable } from '../shared/base/disposable.ts';

/**
 * Says what is not there, so that commands which need it leave the palette. Before the extension is active nothing is
 * known to be missing, and every command is offered.
 */
const absences: Readonly<Record<string, (servers: readonly ServerView[]) => boolean>> = {
  'patchbay.noServers': (servers) => servers.length === 0,
  'patchbay.noSignIn': (servers) => !servers.some(({ transport }) => transport === 'http' || transport === 'sse'),
};

/** Keeps the context keys of the commands in step with the servers. */
export function followServers(store: StateStore): Disposable {
  const known = new Map<string, boolean>();
  return store.onDidDispatch(({ action }) => {
    if (action.type !== 'servers/changed' && action.type !== 'servers/updated') return;
    for (const [key, isAbsent] of Object.entries(absences)) {
      const value = isAbsent(store.state.servers);
      if (known.get(key) === value) continue;
      known.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  });
}
