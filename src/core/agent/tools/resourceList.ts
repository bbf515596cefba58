import { headOf } from '../../base/headOf.ts';
import type { ServerSnapshot } from '../../mcp/hubPort.ts';

/** A resource or template as the model is told of it. */
export interface ListedResource {
  readonly kind: 'resource' | 'template';
  readonly server: string;
  /** URI, or the RFC 6570 template. */
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
}

const maxLines = 200;
const maxChars = 20_000;
const nameChars = 80;
const descriptionChars = 120;

/** Everything a server offers to read, be it by its last connection; empty while nothing of it is known. */
export function listedResources({ catalog }: ServerSnapshot): ListedResource[] {
  return [
    ...catalog.resources.map((resource): ListedResource => ({ ...resource, kind: 'resource' })),
    ...catalog.resourceTemplates.map((template): ListedResource => ({
      ...template,
      kind: 'template',
      uri: template.uriTemplate,
    })),
  ].map(({ kind, server, uri, name, mimeType, description }) => ({ kind, server, uri, name, mimeType, description }));
}

/** Compact lines, bounded; says how many were left out and how to see them. */
export function formatResourceList(resources: readonly ListedResource[]): string {
  const lines: string[] = [];
  let chars = 0;
  let kind: ListedResource['kind'] | undefined;
  // Resources first, then templates, each in the order of the servers.
  const sorted = [...resources].sort((a, b) => a.kind.localeCompare(b.kind));
  for (const [index, resource] of sorted.entries()) {
    const line = lineOf(resource);
    if (index === maxLines || chars + line.length > maxChars) {
      lines.push(`… ${sorted.length - index} more. Narrow the list down with 'server' or 'query'.`);
      break;
    }
    if (resource.kind !== kind) lines.push(headings[resource.kind]);
    kind = resource.kind;
    lines.push(line);
    chars += line.length;
  }
  return lines.join('\n');
}

const headings = {
  resource: 'Resources (server | URI | name | type: description)',
  template: 'Templates; fill in the {…} to get a URI (server | URI template | name | type: description)',
};

function lineOf({ server, uri, name, mimeType, description }: ListedResource): string {
  const fields = [server, uriText(uri), inLine(name, nameChars), mimeType ?? 'unknown type'];
  const about = inLine(description ?? '', descriptionChars);
  return about === '' ? fields.join(' | ') : `${fields.join(' | ')}: ${about}`;
}

/** A URI goes back to the server byte for byte, so it is never cut; one that would break the line is quoted as JSON. */
function uriText(uri: string): string {
  return /[\s|]/.test(uri) ? JSON.stringify(uri) : uri;
}

/** A server's words on one line, unable to look like a field of their own. */
function inLine(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '/').trim();
  const head = headOf(line, max);
  return head.length < line.length ? `${head}…` : line;
}
