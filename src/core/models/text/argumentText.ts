import type { JsonValue } from '../../../shared/base/json.ts';
import { asObject } from '../../../shared/base/json.ts';

/** What the text of an argument stands for by the schema of the tool; the text itself where the schema does not say. */
export function typedArgument(text: string, schema: JsonValue | undefined): JsonValue {
  const types = typesOf(schema);
  // Text that may be text is text: `007` of a field for a string or a number is not seven.
  if (types.has('string')) return types.has('null') && text.trim() === 'null' ? null : text;
  const value = parsed(text);
  if (value === undefined) return types.has('array') ? [typedArgument(text, itemsOf(schema))] : text;
  if (types.size === 0) return typeof value === 'object' && value !== null ? value : text;
  if (types.has('array') && !Array.isArray(value) && !types.has(typeOf(value))) {
    return [typedArgument(text, itemsOf(schema))];
  }
  return value;
}

/** The values of an argument that was written several times: a list, where the schema takes one. */
export function typedList(texts: readonly string[], schema: JsonValue | undefined): JsonValue | undefined {
  if (!typesOf(schema).has('array')) return undefined;
  return texts.map((text) => typedArgument(text, itemsOf(schema)));
}

function itemsOf(schema: JsonValue | undefined): JsonValue | undefined {
  return asObject(schema)?.['items'];
}

/** Names of JSON Schema's types that a schema takes; none when it does not say. */
function typesOf(schema: JsonValue | undefined): Set<string> {
  const { type, anyOf, oneOf, enum: values, const: value } = asObject(schema) ?? {};
  const own = Array.isArray(type) ? type : [type];
  const types = new Set(own.filter((entry) => typeof entry === 'string'));
  if (Array.isArray(values)) for (const entry of values) types.add(typeOf(entry));
  if (value !== undefined) types.add(typeOf(value));
  for (const branch of [anyOf, oneOf].flatMap((branches) => (Array.isArray(branches) ? branches : []))) {
    for (const entry of typesOf(branch)) types.add(entry);
  }
  return types;
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
