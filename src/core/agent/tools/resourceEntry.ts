import { matchesLiterals } from '../../base/wildcard.ts';
import type { Catalog } from '../../mcp/catalog/catalog.ts';

/** What a catalog says of a resource. */
export interface ResourceEntry {
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/**
 * The entry that a URI belongs to: the resource of exactly this URI, else the first template of its form. Only for
 * showing: whether the URI exists is the server's to say.
 */
export function findResourceEntry(catalog: Catalog, uri: string): ResourceEntry | undefined {
  return (
    catalog.resources.find((resource) => resource.uri === uri) ??
    catalog.resourceTemplates.find(({ uriTemplate }) => matchesLiterals(uriTemplate.split(/\{[^{}]*\}/), uri))
  );
}
