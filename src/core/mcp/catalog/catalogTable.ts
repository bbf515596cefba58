import { emptyCatalog } from './catalog.ts';
import type { Catalog, ToolDefinition } from './catalog.ts';
import type { CatalogLists } from './catalogReader.ts';
import { nameCommands } from './commandNames.ts';
import { publicNames } from './publicNames.ts';
import { skillResources } from '../skills/skillResource.ts';

/** The catalogs of all connected servers with the public names of their tools, which depend on each other. */
export class CatalogTable {
  readonly #catalogs = new Map<string, Catalog>();
  readonly #byPublicName = new Map<string, ToolDefinition>();

  /** Empty for a server that has none. */
  catalogOf(server: string): Catalog {
    return this.#catalogs.get(server) ?? emptyCatalog;
  }

  toolByPublicName(publicName: string): ToolDefinition | undefined {
    return this.#byPublicName.get(publicName);
  }

  /** Replaces all catalogs by those of the given servers. */
  rebuild(servers: ReadonlyMap<string, CatalogLists>): void {
    const names = publicNames([...servers.values()].flatMap(({ tools }) => tools.items));
    this.#byPublicName.clear();
    this.#catalogs.clear();
    let at = 0;
    for (const [server, lists] of servers) {
      const tools = lists.tools.items.map((tool): ToolDefinition => ({ ...tool, publicName: names[at++] as string }));
      for (const tool of tools) this.#byPublicName.set(tool.publicName, tool);
      this.#catalogs.set(server, toCatalog(lists, tools));
    }
    this.#warnOfConflicts();
  }

  /** Names that are taken are told with the server that they are of. */
  #warnOfConflicts(): void {
    for (const conflict of nameCommands([...this.#catalogs.values()]).conflicts) {
      const catalog = this.catalogOf(conflict.server);
      this.#catalogs.set(conflict.server, { ...catalog, warnings: [...catalog.warnings, conflict] });
    }
  }
}

function toCatalog(lists: CatalogLists, tools: readonly ToolDefinition[]): Catalog {
  const { resources, templates, prompts, skills } = lists;
  const warnings = [lists.tools, resources, templates, prompts].flatMap((list) => list.warnings);
  return {
    tools,
    resources: resources.items,
    resourceTemplates: templates.items,
    prompts: prompts.items,
    skills: skills ? skills.items : skillResources(resources.items),
    warnings: [...warnings, ...(skills?.warnings ?? [])],
  };
}
