import * as vscode from 'vscode';
import type { ImportableServer } from '../../core/mcp/config/import/importableServer.ts';
import { visibleCharacters } from '../../shared/base/visibleCharacters.ts';

/** What would be written into one file. */
export interface PlannedWrite {
  readonly file: string;
  readonly servers: readonly ImportableServer[];
  /** Names of those that the file has already. */
  readonly replaced: readonly string[];
}

/**
 * Shows everything that will be written, with what is left out, and asks for agreement: to add a server of a workspace
 * is to approve it.
 */
export async function agreesToWrite(writes: readonly PlannedWrite[]): Promise<boolean> {
  const add = vscode.l10n.t('Add and Connect');
  const [only] = writes;
  const question =
    only && writes.length === 1 ? vscode.l10n.t('Write this to {0}?', only.file) : vscode.l10n.t('Write this?');
  const detail = writes.flatMap((write) => (writes.length === 1 ? [] : [write.file]).concat(partsOf(write)));
  const options = { modal: true, detail: visibleCharacters(detail.join('\n\n')) };
  return (await vscode.window.showInformationMessage(question, options, add)) === add;
}

function partsOf({ servers, replaced }: PlannedWrite): string[] {
  const entries = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
  const losses = replaced.map((name) => vscode.l10n.t('The "{0}" that is in the file now is replaced.', name));
  return [JSON.stringify(entries, undefined, 2), ...losses, ...servers.flatMap(remarksOn)];
}

function remarksOn({ withheld, notes }: ImportableServer): string[] {
  const secrets = withheld.map(({ field, reference }) =>
    vscode.l10n.t('{0} is not written: {1} stands there, and you are asked for it.', field, reference),
  );
  return [...secrets, ...notes];
}
