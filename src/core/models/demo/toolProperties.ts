import { asObject, type JsonObject, type JsonValue } from '../../../shared/base/json.ts';

/** One declared argument of a tool, as far as plain words can fill it. */
export interface ToolProperty {
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'other';
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly isDate: boolean;
  readonly description: string;
  readonly minimum: number | undefined;
}

/** The arguments that a tool's schema declares, in its order. */
export function toolProperties(schema: JsonObject): ToolProperty[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(asObject(schema['properties']) ?? {}).map(([name, value]) => {
    const declared = asObject(value) ?? {};
    return {
      name,
      type: typeOf(declared),
      isRequired: required.includes(name),
      choices: strings(declared['enum']),
      isDate: declared['format'] === 'date',
      description: typeof declared['description'] === 'string' ? declared['description'] : '',
      minimum: typeof declared['minimum'] === 'number' ? declared['minimum'] : undefined,
    };
  });
}

function typeOf({ type, enum: choices }: JsonObject): ToolProperty['type'] {
  const [named] = (Array.isArray(type) ? type : [type]).filter((item) => item !== 'null');
  switch (named) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return named;
    default:
      return strings(choices).length > 0 ? 'string' : 'other';
  }
}

function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
