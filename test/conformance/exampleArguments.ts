import { asText } from '../../src/core/mcp/catalog/lenientSchemas.ts';
import { asObject } from '../../src/shared/base/json.ts';
import type { JsonObject, JsonValue } from '../../src/shared/base/json.ts';

const examples: Readonly<Record<string, (index: number) => JsonValue>> = {
  number: (index) => 5 - 2 * index,
  integer: (index) => 5 - 2 * index,
  string: () => 'text',
  boolean: () => true,
  array: () => [],
  object: () => ({}),
};

/** Arguments that fit the schema of a simple tool. */
export function exampleArguments(schema: JsonObject): JsonObject {
  const fields = Object.entries(asObject(schema['properties']) ?? {});
  return Object.fromEntries(
    fields.map(([name, field], index) => [
      name,
      examples[asText(asObject(field)?.['type']) ?? 'string']?.(index) ?? 'text',
    ]),
  );
}
