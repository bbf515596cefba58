import type { ToolDefinition } from '../../core/mcp/catalog/catalog.ts';
import { isToolEnabled } from '../../core/mcp/catalog/enabledTools.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import type { JsonObject } from '../../shared/base/json.ts';

/** What a listing verb lists. */
export const listingKinds = ['tools', 'resources', 'templates', 'prompts'] as const;
export type ListingKind = (typeof listingKinds)[number];

/** One item as the command line lists it: `json` for `--json`, the rest for people. */
export interface ListedItem {
  readonly server: string;
  /** What to type to use the item. */
  readonly handle: string;
  readonly title: string;
  /** The item as its server gave it, plus `server` and for tools `publicName` (contract §8). */
  readonly json: JsonObject;
}

/** A server's items of one kind, in the server's order. Tools that are switched off are among them, and marked. */
export function listedItems(kind: ListingKind, server: ServerSnapshot): ListedItem[] {
  const { catalog } = server;
  switch (kind) {
    case 'tools':
      return catalog.tools.map((tool) => listedTool(tool, isToolEnabled(server, tool.name)));
    case 'resources':
      return catalog.resources.map((resource) => ({ ...shared(resource), handle: resource.uri }));
    case 'templates':
      return catalog.resourceTemplates.map((template) => ({ ...shared(template), handle: template.uriTemplate }));
    case 'prompts':
      return catalog.prompts.map((prompt) => ({
        ...shared(prompt),
        handle: [
          prompt.name,
          ...prompt.arguments.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`)),
        ].join(' '),
      }));
  }
}

function listedTool(tool: ToolDefinition, isEnabled: boolean): ListedItem {
  const { title, server } = shared(tool);
  return {
    server,
    handle: tool.name,
    title: isEnabled ? title : `(switched off) ${title}`,
    json: { ...tool.raw, server, publicName: tool.publicName, ...(!isEnabled && { disabled: true }) },
  };
}

interface Item {
  readonly server: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly raw: JsonObject;
}

function shared({ server, name, title, description, raw }: Item): Omit<ListedItem, 'handle'> {
  return { server, title: description ?? title ?? name, json: { ...raw, server } };
}
