import { matchesLiterals } from '../../base/wildcard.ts';
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
  const owner = lines.find((line) => line.uri === uri) ?? lines.find((line) => fits(line, uri));
  return owner?.server;
}

/** Whether the variables of a template can be filled so that it gives this URI. */
function fits(line: ListedLine, uri: string): boolean {
  return matchesLiterals(line.uri.split(/\{[^{}]*\}/), uri);
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

function unquoted(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}
