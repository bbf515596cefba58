import * as vscode from 'vscode';
import type { Hub } from '../../core/mcp/hub.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import { DisposableStore } from '../../shared/base/disposable.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandTarget } from './commandTarget.ts';
import { pickLogLevel } from './logLevelPicker.ts';
import { offerToAdd, toServerItem } from './serverPicker.ts';

/** Shows the log of a server. The gear of its row chooses first how much the server writes into it. */
export async function showServerLog({ chat, logs }: CommandContext, { server: named }: CommandTarget): Promise<void> {
  const { hub } = await chat.start();
  const choice = named === undefined ? await pickLog(hub) : { name: named, setsLevel: false };
  if (!choice) return;
  const { name, setsLevel } = choice;
  if (setsLevel && !(await pickLogLevel(hub, name))) return;
  logs.show(name, hub.logTail(name));
}

interface LogChoice {
  readonly name: string;
  readonly setsLevel: boolean;
}

async function pickLog(hub: Hub): Promise<LogChoice | undefined> {
  const servers = hub.servers();
  if (servers.length === 0) return offerToAdd();
  const owned = new DisposableStore();
  const picker = owned.add(vscode.window.createQuickPick<ReturnType<typeof toServerItem>>());
  picker.title = vscode.l10n.t('Show Server Log');
  picker.placeholder = vscode.l10n.t('Show the log of which server?');
  const gear = { iconPath: new vscode.ThemeIcon('gear'), tooltip: vscode.l10n.t('Set Log Level') };
  picker.items = servers.map((server) => ({ ...toServerItem(server), buttons: hasLevel(server) ? [gear] : [] }));
  try {
    return await new Promise<LogChoice | undefined>((resolve) => {
      const choose = (item: vscode.QuickPickItem | undefined, setsLevel: boolean): void =>
        resolve(item && { name: item.label, setsLevel });
      owned.add(picker.onDidAccept(() => choose(picker.selectedItems[0], false)));
      owned.add(picker.onDidTriggerItemButton(({ item }) => choose(item, true)));
      owned.add(picker.onDidHide(() => resolve(undefined)));
      picker.show();
    });
  } finally {
    owned.dispose();
  }
}

/** Only a server that says so can be told, and only while it is connected. */
function hasLevel({ state }: ServerSnapshot): boolean {
  return state.status === 'connected' && state.identity.declares.logging;
}
