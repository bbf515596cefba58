import * as vscode from 'vscode';
import type { CommandContext } from './commandContext.ts';
import type { CommandTarget } from './commandTarget.ts';
import { pickServer } from './serverPicker.ts';

/** "Remove Server": takes a server out of the file that it comes from, after saying which that is. */
export async function removeServer({ chat }: CommandContext, { server: named }: CommandTarget): Promise<void> {
  const { hub } = await chat.start();
  const server = await pickServer(hub, named, {
    title: vscode.l10n.t('Remove Server'),
    placeHolder: vscode.l10n.t('Remove which server?'),
    isOffered: ({ definition }) => definition.scope !== 'session',
    noneMessage: vscode.l10n.t('There is no server that could be removed from a file.'),
  });
  if (!server) return;
  const { name, source, scope, overrides } = server.definition;
  const detail = [vscode.l10n.t('It is taken out of {0} (line {1}).', source.file, source.line)];
  if (scope === 'project') detail.push(vscode.l10n.t('That file is shared with everybody who has the project.'));
  const [next] = overrides;
  if (next) detail.push(vscode.l10n.t('The "{0}" of {1} will be used instead.', name, next.source.file));
  const remove = vscode.l10n.t('Remove');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove the server "{0}"?', name),
    { modal: true, detail: detail.join('\n') },
    remove,
  );
  if (answer === remove) await hub.edits.remove(name);
}
