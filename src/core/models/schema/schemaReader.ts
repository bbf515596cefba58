import { asObject, type JsonObject, type JsonValue } from '../../../shared/base/json.ts';
import { headOf } from '../../base/headOf.ts';
import { anything, bothOf, jsonTypes } from './plainSchema.ts';
import type { JsonType, PlainSchema } from './plainSchema.ts';
import { followPointer } from './schemaPointer.ts';

/** How much of a schema is read; the rest becomes "anything". */
export interface ReadLimits {
  /** Objects and arrays within each other. */
  readonly levels: number;
  /** How often a schema that contains itself is written out within itself. */
  readonly repeats: number;
  /** Schemas together: references to references can make millions of a few. */
  readonly schemas: number;
  /** Characters of a description, or another text. */
  readonly textChars: number;
}

/** Where in the arguments a schema stands, and the references that led to it. */
interface Place {
  /** Names of properties, outermost first; `[]` for the items of an array. */
  readonly path: readonly string[];
  readonly references: readonly string[];
}

/** Words of a schema that stay as they are, by what their values must be to mean anything. */
const wordChecks: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  title: isString,
  description: isString,
  default: () => true,
  format: isString,
  pattern: isString,
  minLength: isCount,
  maxLength: isCount,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && value > 0,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: (value) => value === true,
  minProperties: isCount,
  maxProperties: isCount,
  ...Object.fromEntries(
    [
      'examples',
      'not',
      'if',
      'then',
      'else',
      'contains',
      'patternProperties',
      'propertyNames',
      'dependentRequired',
    ].map(
      // No provider takes these, but a model understands them.
      (name) => [name, () => true],
    ),
  ),
};

/** Reads a JSON Schema of draft 4 to 2020-12 as a `PlainSchema`. One reader reads one schema. */
export class SchemaReader {
  /** What the model is told differently from what the server said, for a person. */
  readonly repairs = new Set<string>();
  readonly #root: JsonObject;
  readonly #limits: ReadLimits;
  #count = 0;

  constructor(root: JsonObject, limits: ReadLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  /** Whether there was more than the limits let it read. */
  get isCut(): boolean {
    return this.#count > this.#limits.schemas;
  }

  read(): PlainSchema {
    return this.#schema(this.#root, { path: [], references: [] }) ?? anything;
  }

  /** Undefined for a schema that nothing fits. */
  #schema(value: JsonValue, place: Place): PlainSchema | undefined {
    if (value === false) return undefined;
    if (value === true) return anything;
    const schema = asObject(value);
    if (!schema) return this.#lost(place, 'is no schema');
    if (place.path.length > this.#limits.levels) return this.#lost(place, 'is nested too deeply', schema);
    this.#count += 1;
    if (this.isCut) return this.#lost({ path: [], references: [] }, 'is too large', schema);
    const parts = [this.#own(schema, place), ...this.#allOf(schema, place), this.#referenced(schema, place)];
    const whole = parts.reduce<PlainSchema>((all, part) => (part ? bothOf(all, part) : all), anything);
    return this.#withForms(whole, schema, place);
  }

  /** A schema that says less than the server did. */
  #lost({ path }: Place, why: string, schema?: JsonObject): PlainSchema {
    this.repairs.add(`${nameOf(path)} ${why}`);
    return { types: schema && typesOf(schema), words: new Map() };
  }

  #referenced(schema: JsonObject, place: Place): PlainSchema | undefined {
    const reference = schema['$ref'] ?? schema['$dynamicRef'] ?? schema['$recursiveRef'];
    if (typeof reference !== 'string') return undefined;
    const target = followPointer(this.#root, reference);
    if (target === undefined) return this.#lost(place, `refers to "${reference.slice(0, 100)}", which is not in it`);
    if (place.references.filter((other) => other === reference).length > this.#limits.repeats) {
      return this.#lost(place, 'contains itself and is cut', asObject(target));
    }
    return this.#schema(target, { ...place, references: [...place.references, reference] });
  }

  #allOf(schema: JsonObject, place: Place): PlainSchema[] {
    return list(schema['allOf']).flatMap((part) => this.#schema(part, place) ?? []);
  }

  #withForms(whole: PlainSchema, schema: JsonObject, place: Place): PlainSchema {
    const forms = [schema['anyOf'], schema['oneOf']].map(list).filter((written) => written.length > 0);
    if (forms.length > 1 || (forms.length > 0 && whole.anyOf)) {
      this.repairs.add(`${nameOf(place.path)} has several lists of alternatives, of which one is kept`);
    }
    const [written] = forms;
    if (!written) return whole;
    const read = written.flatMap((form) => this.#schema(form, place) ?? []);
    const [only, ...others] = read;
    if (only && others.length === 0) return bothOf(whole, only);
    return { ...whole, anyOf: read.length > 0 ? read : whole.anyOf };
  }

  #own(schema: JsonObject, place: Place): PlainSchema {
    const types = typesOf(schema);
    const values = valuesOf(schema);
    return {
      types,
      properties: this.#properties(schema, place),
      required: list(schema['required']).filter(isString),
      additional: this.#additional(schema, place),
      items: this.#items(schema, place),
      values,
      words: this.#words(schema),
    };
  }

  #properties(schema: JsonObject, { path, references }: Place): PlainSchema['properties'] {
    const written = asObject(schema['properties']);
    if (!written) return undefined;
    const properties = new Map<string, PlainSchema>();
    for (const [name, value] of Object.entries(written)) {
      const read = this.#schema(value, { path: [...path, name], references });
      if (read) properties.set(name, read);
    }
    return properties;
  }

  #additional(schema: JsonObject, { path, references }: Place): PlainSchema['additional'] {
    const written = schema['additionalProperties'];
    if (typeof written === 'boolean') return written;
    if (!asObject(written)) return undefined;
    return this.#schema(written as JsonObject, { path: [...path, '*'], references });
  }

  #items(schema: JsonObject, { path, references }: Place): PlainSchema | undefined {
    const place = { path: [...path, '[]'], references };
    const { items } = schema;
    // Draft 2020-12 has its tuples in `prefixItems`, older ones in `items`.
    const tuple = [...list(schema['prefixItems']), ...list(items)];
    if (tuple.length === 0) return items === undefined || Array.isArray(items) ? undefined : this.#schema(items, place);
    this.repairs.add(`${nameOf(path)} has a schema for each of its items, which become alternatives`);
    const forms = tuple.flatMap((item) => this.#schema(item, place) ?? []);
    const [only, ...others] = forms;
    return others.length === 0 ? only : { anyOf: forms, words: new Map() };
  }

  #words(schema: JsonObject): PlainSchema['words'] {
    const words = new Map<string, JsonValue>();
    for (const [name, value] of Object.entries(schema)) {
      if (!Object.hasOwn(wordChecks, name) || wordChecks[name]?.(value) !== true) continue;
      words.set(name, isString(value) ? headOf(value, this.#limits.textChars) : value);
    }
    // Draft 4 says with `true` that the limit itself is not allowed.
    for (const [strict, limit] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      const value = words.get(limit);
      if (schema[strict] !== true || value === undefined) continue;
      words.delete(limit);
      words.set(strict, value);
    }
    return words;
  }
}

/** The types a schema names, or those that its keywords are about. Undefined when it leaves them open. */
function typesOf(schema: JsonObject): readonly JsonType[] | undefined {
  const { type } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter((it): it is JsonType =>
    jsonTypes.includes(it as JsonType),
  );
  // OpenAPI 3.0.
  if (named.length > 0) return schema['nullable'] === true ? [...new Set([...named, 'null' as const])] : named;
  if (asObject(schema['properties'])) return ['object'];
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array'];
  const values = valuesOf(schema);
  return values && [...new Set(values.map(typeOf))];
}

function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'string' | 'number' | 'boolean' | 'object';
}

function valuesOf(schema: JsonObject): PlainSchema['values'] {
  if (schema['const'] !== undefined) return [schema['const']];
  const values = list(schema['enum']);
  return values.length > 0 ? values : undefined;
}

/** The arguments themselves, or one of them, for a sentence. */
export function nameOf(path: readonly string[]): string {
  return path.length === 0 ? 'the schema' : `"${path.join('.').replaceAll('.[]', '[]').slice(0, 200)}"`;
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isString(value: JsonValue): value is string {
  return typeof value === 'string';
}

function isNumber(value: JsonValue): value is number {
  return typeof value === 'number';
}

function isCount(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
