import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';

/** The JSON object that a text contains: from its first brace to its last. */
export function jsonObjectIn(text: string): JsonObject | undefined {
  const value = parsedJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** The value of a text that is JSON as a whole, else undefined. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
