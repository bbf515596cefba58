import type { JsonValue } from '../../../shared/base/json.ts';

/**
 * The server that a list of resources gives for a URI: by the resource itself, or by a template that it fits.
 * The list may be JSON or lines of text; in lines, a server named on a line holds until another is named.
 */
export function listedServer(list: string, uri: string): string | undefined {
  const json = parsed(list);
  if (json !== undefined) return serverInJson(json, uri, undefined);
  let current: string | undefined;
  for (const line of list.split('\n')) {
    current =
      /\bserver\b[\s:=]*["'`*]*([\w.-]*\w)/i.exec(line)?.[1] ??
      /^#+ +["'`]?([\w.-]+)["'`]?\s*$/.exec(line)?.[1] ??
      current;
    const named = line.match(/[a-z][a-z0-9+.-]*:[^\s"'`<>)\]]+/gi) ?? [];
    if (current !== undefined && named.some((item) => covers(item, uri))) return current;
  }
  return undefined;
}

function serverInJson(value: JsonValue, uri: string, outer: string | undefined): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return firstFound(value, (item) => serverInJson(item, uri, outer));
  const own = value['server'] ?? value['server_name'] ?? outer;
  const server = typeof own === 'string' ? own : outer;
  const named = [value['uri'], value['uriTemplate']].filter((item) => typeof item === 'string');
  if (named.some((item) => covers(item, uri))) return server;
  return firstFound(Object.values(value), (item) => serverInJson(item, uri, server));
}

/**
 * Whether a listed URI is this one, or a template whose variables can be filled so that it is. Templates come from
 * servers, so the literal parts are looked for one after the other and no pattern is built of them.
 */
function covers(listed: string, uri: string): boolean {
  if (!listed.includes('{')) return listed.replace(/[.,;:]+$/, '') === uri;
  const [first = '', ...others] = listed.split(/\{[^{}]*\}/);
  const last = others.pop() ?? '';
  if (uri.length <= first.length + last.length || !uri.startsWith(first) || !uri.endsWith(last)) return false;
  let position = first.length;
  for (const literal of others) {
    const found = uri.indexOf(literal, position);
    if (found === -1) return false;
    position = found + literal.length;
  }
  return position <= uri.length - last.length;
}

function firstFound<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
