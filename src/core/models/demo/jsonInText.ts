import { asObject, type JsonObject, type JsonValue } from '../../../shared/base/json.ts';

/** The JSON object that a text contains: from its first brace to its last. */
export function jsonObjectIn(text: string): JsonObject | undefined {
  return asObject(parsedJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
}

/** The value of a text that is JSON as a whole, else undefined. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
