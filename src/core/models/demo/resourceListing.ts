import { code, plain } from './quote.ts';

/** A line of the result of `list_mcp_resources`. */
interface ListedLine {
  readonly server: string;
  /** URI, or a template with `{…}`. */
  readonly uri: string;
  readonly about: string;
}

const mostLines = 20;

/** Reads lines of the form `server | URI | name | type: description`; a URI that would break the line is JSON. */
function listedLines(list: string): ListedLine[] {
  return list.split('\n').flatMap((line): ListedLine[] => {
    const [server, written, ...rest] = line.split(' | ');
    const uri = written?.startsWith('"') ? unquoted(written) : written;
    if (!server || uri === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(uri)) return [];
    return [{ server: server.trim(), uri, about: rest.join(', ') }];
  });
}

/** The server that lists this URI, or has a template that it fits. */
export function listedServer(list: string, uri: string): string | undefined {
  const lines = listedLines(list);
  const owner = lines.find((line) => line.uri === uri) ?? lines.find((line) => fits(line.uri, uri));
  return owner?.server;
}

/** The list as Markdown, by server; the whole text is not repeated. Undefined when it is no such list. */
export function listingText(list: string): string | undefined {
  const lines = listedLines(list);
  if (lines.length === 0) return undefined;
  const shown = lines.slice(0, mostLines);
  const servers = [...new Set(shown.map(({ server }) => server))];
  const parts = servers.map((server) => {
    const items = shown
      .filter((line) => line.server === server)
      .map(({ uri, about }) => `- ${code(uri)} – ${plain(about)}`);
    return `**${plain(server)}**\n\n${items.join('\n')}`;
  });
  const more = lines.length > mostLines ? [`… and ${lines.length - mostLines} more.`] : [];
  return [...parts, ...more].join('\n\n');
}

/**
 * Whether the variables of a template can be filled so that it gives this URI. Templates come from servers, so the
 * literal parts are looked for one after the other and no pattern is built of them.
 */
function fits(template: string, uri: string): boolean {
  const [first = '', ...others] = template.split(/\{[^{}]*\}/);
  const last = others.pop();
  if (last === undefined || uri.length <= first.length + last.length) return false;
  if (!uri.startsWith(first) || !uri.endsWith(last)) return false;
  let position = first.length;
  for (const literal of others) {
    const found = uri.indexOf(literal, position);
    if (found === -1) return false;
    position = found + literal.length;
  }
  return position <= uri.length - last.length;
}

function unquoted(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}
