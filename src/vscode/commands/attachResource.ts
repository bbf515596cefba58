import * as vscode from 'vscode';
import type { ResourceEntry } from '../../shared/protocol/catalogRequests.ts';
import { pickArgument } from './argumentPicker.ts';
import type { CommandContext } from './commandContext.ts';

/** "Attach MCP Resource": pick a resource, or fill a template, and it waits in the composer. */
export async function attachResource({ chat, view }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  await hub.ready();
  const { resourceEntries } = await import('../../core/mcp/catalog/pickerEntries.ts');
  const entries = resourceEntries(hub);
  if (entries.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No connected server offers a resource. Open Patchbay to see the state of your servers.'),
    );
    return;
  }
  const entry = await pickEntry(entries);
  if (!entry) return;
  const uri = entry.kind === 'resource' ? entry.uri : await fillTemplate(entry, hub);
  if (uri === undefined) return;
  chat.draft.attach({ server: entry.server, uri, name: entry.title ?? entry.name });
  await view.reveal('composer');
}

async function pickEntry(entries: readonly ResourceEntry[]): Promise<ResourceEntry | undefined> {
  const items = entries.map((entry) => ({
    label: entry.title ?? entry.name,
    description: `${entry.server}: ${entry.uri}`,
    detail: entry.description ?? '',
    entry,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Attach MCP Resource'),
    placeHolder: vscode.l10n.t('Which resource?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.entry;
}

type Completing = Awaited<ReturnType<CommandContext['chat']['start']>>['hub'];

async function fillTemplate(entry: ResourceEntry, hub: Completing): Promise<string | undefined> {
  const values: Record<string, string> = {};
  for (const [index, name] of entry.variables.entries()) {
    const value = await pickArgument({
      title: entry.title ?? entry.name,
      step: index + 1,
      totalSteps: entry.variables.length,
      argument: { name, isRequired: false },
      complete: async (typed, signal) => {
        const ref = { type: 'template' as const, uri: entry.uri };
        const query = { ref, argument: name, value: typed, context: values };
        return (await hub.complete(entry.server, query, { signal })).values;
      },
    });
    if (value === undefined) return undefined;
    values[name] = value;
  }
  const { expandTemplate } = await import('../../core/mcp/catalog/resourceTemplate.ts');
  return expandTemplate(entry.uri, values);
}
