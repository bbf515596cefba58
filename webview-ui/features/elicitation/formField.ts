import type { JsonObject, JsonValue } from '../../../src/shared/base/json.ts';

/** One of the values that a choice can have, and what it is called. */
export interface FormOption {
  readonly value: string;
  readonly label: string;
}

interface Described {
  /** Key of the value in the answer. */
  readonly name: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

/** A field of a form that a server asks to fill in (MCP 2025-11-25, "client/elicitation", requested schema). */
export type FormField = Described &
  (
    | {
        readonly kind: 'text';
        readonly format?: 'email' | 'uri' | 'date' | 'date-time' | undefined;
        readonly minLength?: number | undefined;
        readonly maxLength?: number | undefined;
        readonly initial: string;
      }
    | {
        readonly kind: 'number';
        readonly isInteger: boolean;
        readonly minimum?: number | undefined;
        readonly maximum?: number | undefined;
        readonly initial: string;
      }
    | { readonly kind: 'flag'; readonly initial: boolean }
    | { readonly kind: 'choice'; readonly options: readonly FormOption[]; readonly initial: string }
    | {
        readonly kind: 'choices';
        readonly options: readonly FormOption[];
        readonly minItems?: number | undefined;
        readonly maxItems?: number | undefined;
        readonly initial: readonly string[];
      }
  );

/** The fields of a form, in the server's order. What is not understood of a property is asked for as a text. */
export function formFieldsOf(schema: JsonObject): readonly FormField[] {
  const properties = objectOf(schema['properties']) ?? {};
  const required = stringsOf(schema['required']);
  return Object.entries(properties).map(([name, property]) => fieldOf(name, property, required.includes(name)));
}

function fieldOf(name: string, property: JsonValue, isRequired: boolean): FormField {
  const schema = objectOf(property) ?? {};
  const described = {
    name,
    label: stringOf(schema['title']) ?? name,
    description: stringOf(schema['description']),
    isRequired,
  };
  const preset = schema['default'];
  const type = schema['type'];
  if (type === 'boolean') return { ...described, kind: 'flag', initial: preset === true };
  if (type === 'number' || type === 'integer') {
    return {
      ...described,
      kind: 'number',
      isInteger: type === 'integer',
      minimum: numberOf(schema['minimum']),
      maximum: numberOf(schema['maximum']),
      initial: typeof preset === 'number' ? String(preset) : '',
    };
  }
  if (type === 'array') {
    return {
      ...described,
      kind: 'choices',
      options: optionsOf(objectOf(schema['items']) ?? {}),
      minItems: numberOf(schema['minItems']),
      maxItems: numberOf(schema['maxItems']),
      initial: stringsOf(preset),
    };
  }
  const options = optionsOf(schema);
  const initial = stringOf(preset) ?? '';
  if (options.length > 0) return { ...described, kind: 'choice', options, initial };
  return {
    ...described,
    kind: 'text',
    format: formatOf(schema['format']),
    minLength: numberOf(schema['minLength']),
    maxLength: numberOf(schema['maxLength']),
    initial,
  };
}

/** Plain values, values with titles, or the names of an earlier version of the protocol beside the values. */
function optionsOf(schema: JsonObject): readonly FormOption[] {
  const titled = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(titled)) {
    return titled.flatMap((entry) => {
      const option = objectOf(entry);
      const value = stringOf(option?.['const']);
      return value === undefined ? [] : [{ value, label: stringOf(option?.['title']) ?? value }];
    });
  }
  const names = stringsOf(schema['enumNames']);
  return stringsOf(schema['enum']).map((value, index) => ({ value, label: names[index] ?? value }));
}

function formatOf(value: JsonValue | undefined): 'email' | 'uri' | 'date' | 'date-time' | undefined {
  return value === 'email' || value === 'uri' || value === 'date' || value === 'date-time' ? value : undefined;
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function stringOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function stringsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
