import * as vscode from 'vscode';
import type { ResourceEntry } from '../../shared/protocol/catalogRequests.ts';
import type { Hub } from '../../core/mcp/hub.ts';
import { plainLabel } from '../plainLabel.ts';
import { pickArgument } from './argumentPicker.ts';

/** A resource that a person chose, a template filled. */
export interface ChosenResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
}

/** Asks which resource of which server. Undefined when there is none, which is said, and when the person gave up. */
export async function pickResource(hub: Hub, title: string): Promise<ChosenResource | undefined> {
  await hub.catalogsReady();
  const { resourceEntries } = await import('../../core/mcp/catalog/pickerEntries.ts');
  const entries = resourceEntries(hub);
  if (entries.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No connected server offers a resource. Open Patchbay to see the state of your servers.'),
    );
    return undefined;
  }
  const entry = await pickEntry(entries, title);
  if (!entry) return undefined;
  const uri = entry.kind === 'resource' ? entry.uri : await fillTemplate(entry, hub);
  return uri === undefined ? undefined : { server: entry.server, uri, name: entry.title ?? entry.name };
}

async function pickEntry(entries: readonly ResourceEntry[], title: string): Promise<ResourceEntry | undefined> {
  const items = entries.map((entry) => ({
    label: plainLabel(entry.title ?? entry.name),
    description: plainLabel(`${entry.server}: ${entry.uri}`),
    detail: plainLabel(entry.description ?? ''),
    entry,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Which resource?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.entry;
}

async function fillTemplate(entry: ResourceEntry, hub: Hub): Promise<string | undefined> {
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
