import { join } from 'node:path';
import * as vscode from 'vscode';
import type { EditableScope } from '../../core/mcp/config/serverEdits.ts';

/** Where configuration files of servers are. */
export interface ConfigFolders {
  /** `$PATCHBAY_HOME` or `~/.patchbay`. */
  readonly home: string;
  readonly workspaceFolder: string | undefined;
}

/** The file that a scope writes to. Undefined for a scope that there is none of without a workspace on disk. */
export function fileOfScope(scope: EditableScope, { home, workspaceFolder }: ConfigFolders): string | undefined {
  if (scope === 'user') return join(home, 'mcp.json');
  if (workspaceFolder === undefined) return undefined;
  return scope === 'project' ? join(workspaceFolder, '.mcp.json') : join(workspaceFolder, '.patchbay', 'mcp.json');
}

/** Asks who a server is for. Without a workspace there is nothing to ask. */
export async function pickScope(folders: ConfigFolders): Promise<EditableScope | undefined> {
  const items = (['user', 'project', 'local'] as const).flatMap((scope) => {
    const file = fileOfScope(scope, folders);
    return file === undefined ? [] : [{ ...inWords(scope), detail: file, scope }];
  });
  if (items.length === 1) return 'user';
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Add Server'),
    placeHolder: vscode.l10n.t('Who is it for?'),
    ignoreFocusOut: true,
  });
  return picked?.scope;
}

function inWords(scope: EditableScope): Pick<vscode.QuickPickItem, 'label' | 'description'> {
  switch (scope) {
    case 'user':
      return { label: vscode.l10n.t('You, everywhere'), description: vscode.l10n.t('all workspaces') };
    case 'project':
      return { label: vscode.l10n.t('This project'), description: vscode.l10n.t('shared with everybody who has it') };
    case 'local':
      return { label: vscode.l10n.t('You, in this workspace'), description: vscode.l10n.t('private to this checkout') };
  }
}
