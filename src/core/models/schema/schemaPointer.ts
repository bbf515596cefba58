import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';

/**
 * What a reference within the same document points to: `#`, or a JSON pointer (RFC 6901). Undefined for any other
 * document, which is never fetched, for an anchor, and for what is not there.
 */
export function followPointer(root: JsonObject, reference: string): JsonValue | undefined {
  if (reference === '#' || reference === '') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: JsonValue | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const key = unescaped(part);
    if (key === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, JsonValue>>)[key];
  }
  return at;
}

function unescaped(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
