import { asObject, type JsonObject, type JsonValue } from '../shared/base/json.ts';

/** One argument of a tool that can be asked for in a line of its own. */
export interface ToolField {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
  readonly kind: 'text' | 'number' | 'boolean' | 'choice';
  /** The values to choose from, for `choice`. */
  readonly choices: readonly JsonValue[];
  readonly preset?: JsonValue | undefined;
  /** The schema of this argument alone. */
  readonly schema: JsonObject;
}

export interface ToolForm {
  /** In the order of the schema, the required ones first. */
  readonly fields: readonly ToolField[];
  /** Arguments that are objects, lists or a choice of several shapes: these are written as JSON. */
  readonly others: readonly string[];
}

/** Keywords that make the arguments more than their properties say one by one. */
const combining = [
  'oneOf',
  'anyOf',
  'allOf',
  'if',
  '$ref',
  'dependentSchemas',
  'dependentRequired',
  'patternProperties',
];

/** Reads what a tool's input schema says of its arguments, as far as lines of a form can serve it. */
export function toolForm(inputSchema: JsonObject): ToolForm {
  const properties = asObject(inputSchema['properties']) ?? {};
  const required = Array.isArray(inputSchema['required']) ? inputSchema['required'] : [];
  const fields: ToolField[] = [];
  const others: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const field = toField(name, asObject(property), required.includes(name));
    if (field) fields.push(field);
    else others.push(name);
  }
  const isCombined = combining.some((keyword) => keyword in inputSchema);
  if (isCombined) return { fields: [], others: Object.keys(properties) };
  const sorted = [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
  return { fields: sorted, others };
}

function toField(name: string, schema: JsonObject | undefined, isRequired: boolean): ToolField | undefined {
  if (!schema || combining.some((keyword) => keyword in schema)) return undefined;
  const kind = kindOf(schema);
  if (!kind) return undefined;
  return {
    name,
    title: textOf(schema['title']),
    description: textOf(schema['description']),
    isRequired,
    kind,
    choices: kind === 'choice' ? (schema['enum'] as JsonValue[]) : [],
    preset: schema['default'],
    schema,
  };
}

function kindOf({ type, enum: values }: JsonObject): ToolField['kind'] | undefined {
  if (Array.isArray(values)) return values.length > 0 ? 'choice' : undefined;
  // A type that may also be null is left out where it would be null.
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  if (types.length !== 1) return undefined;
  switch (types[0]) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return undefined;
  }
}

/** What is typed, as the argument's value; text that is no number stays text, and the schema says what is wrong. */
export function fieldValue({ kind }: ToolField, typed: string): JsonValue {
  if (kind !== 'number') return typed;
  const value = Number(typed);
  return typed.trim() === '' || !Number.isFinite(value) ? typed : value;
}

/** Arguments to begin writing JSON with: what is known, and an empty value of the right shape for what is missing. */
export function jsonDraft(inputSchema: JsonObject, known: JsonObject): JsonObject {
  const properties = asObject(inputSchema['properties']) ?? {};
  const required = Array.isArray(inputSchema['required']) ? inputSchema['required'] : [];
  const missing = Object.entries(properties).filter(([name]) => !(name in known) && required.includes(name));
  return { ...known, ...Object.fromEntries(missing.map(([name, schema]) => [name, emptyValue(asObject(schema))])) };
}

/** What a schema says of each argument in words, such as `days (integer): How long`. */
export function argumentRemarks(inputSchema: JsonObject): readonly string[] {
  return Object.entries(asObject(inputSchema['properties']) ?? {}).map(([name, property]) => {
    const schema = asObject(property);
    const types = [schema?.['type']]
      .flat()
      .filter((type) => typeof type === 'string')
      .join(' or ');
    const description = textOf(schema?.['description']);
    return `${name}${types === '' ? '' : ` (${types})`}${description === undefined ? '' : `: ${description}`}`;
  });
}

function emptyValue(schema: JsonObject | undefined): JsonValue {
  const preset = schema?.['default'];
  if (preset !== undefined) return preset;
  switch (schema?.['type']) {
    case 'object':
      return {};
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    default:
      return '';
  }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
