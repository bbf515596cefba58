import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';

/** The arguments of a call as an object; models write nothing at all for a tool without parameters. */
export function toArguments(input: JsonValue): JsonObject | undefined {
  if (input === null || input === '') return {};
  return typeof input === 'object' && !Array.isArray(input) ? input : undefined;
}

/** Told to the model that wrote arguments of another form. */
export function notAnObject(input: JsonValue): string {
  const what = typeof input === 'string' ? 'not valid JSON' : 'not a JSON object';
  return `The arguments of this call are ${what}, so nothing was run. Call the tool again with one JSON object.`;
}
