import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../../../shared/base/json.ts';

export const jsonTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;
export type JsonType = (typeof jsonTypes)[number];

/** What a JSON Schema says, without references, `allOf` and what providers have no words for. */
export interface PlainSchema {
  /** Any type when left out. */
  readonly types?: readonly JsonType[] | undefined;
  readonly properties?: ReadonlyMap<string, PlainSchema> | undefined;
  readonly required?: readonly string[] | undefined;
  /** Of the values under other names than those of `properties`. */
  readonly additional?: PlainSchema | boolean | undefined;
  readonly items?: PlainSchema | undefined;
  readonly anyOf?: readonly PlainSchema[] | undefined;
  /** The only values allowed. */
  readonly values?: readonly JsonValue[] | undefined;
  /** Keywords whose values are no schemas, in the order written. */
  readonly words: ReadonlyMap<string, JsonValue>;
}

export const anything: PlainSchema = { words: new Map() };

/** What both schemas say. Where they cannot both hold, the first one counts. */
export function bothOf(first: PlainSchema, second: PlainSchema): PlainSchema {
  const properties = new Map(second.properties);
  for (const [name, schema] of first.properties ?? []) {
    const other = properties.get(name);
    properties.set(name, other ? bothOf(schema, other) : schema);
  }
  return {
    types: commonTypes(first.types, second.types),
    properties: first.properties || second.properties ? properties : undefined,
    required: [...new Set([...(first.required ?? []), ...(second.required ?? [])])],
    // `allOf` closed on one side would close it against the other's properties, which nobody means.
    additional: first.additional ?? second.additional,
    items: first.items && second.items ? bothOf(first.items, second.items) : (first.items ?? second.items),
    anyOf: first.anyOf ?? second.anyOf,
    values: commonValues(first.values, second.values),
    words: new Map([...second.words, ...first.words]),
  };
}

/**
 * An object that may have several forms, as one form: every property of each, and required what all of them require.
 * What is not an object among the forms falls away.
 */
export function mergedForms(schema: PlainSchema): PlainSchema {
  const { anyOf, ...base } = schema;
  const forms = (anyOf ?? []).map(mergedForms).filter(mayBeObject);
  const properties = new Map(base.properties);
  for (const name of new Set(forms.flatMap((form) => [...(form.properties?.keys() ?? [])]))) {
    if (properties.has(name)) continue;
    properties.set(name, eitherOf(forms.flatMap((form) => form.properties?.get(name) ?? [])));
  }
  const [first, ...others] = forms.map(({ required }) => required ?? []);
  const inAll = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  return { ...base, properties, required: [...new Set([...(base.required ?? []), ...inAll])] };
}

export function mayBeObject({ types, anyOf }: PlainSchema): boolean {
  return types?.includes('object') ?? anyOf?.some(mayBeObject) ?? true;
}

/** A schema for what fits one of several. */
function eitherOf(schemas: readonly PlainSchema[]): PlainSchema {
  const distinct = schemas.filter((schema, at) => schemas.findIndex((it) => isDeepStrictEqual(it, schema)) === at);
  const [only, ...others] = distinct;
  if (!only) return anything;
  if (others.length === 0) return only;
  // The word that tells forms apart: one list of words.
  if (distinct.every(({ values }) => values)) {
    const types = [...new Set(distinct.flatMap(({ types }) => types ?? []))];
    const values = [...new Set(distinct.flatMap((schema) => schema.values ?? []))];
    return { types: types.length > 0 ? types : undefined, values, words: only.words };
  }
  return { anyOf: distinct, words: new Map() };
}

function commonTypes(first: PlainSchema['types'], second: PlainSchema['types']): PlainSchema['types'] {
  if (!first || !second) return first ?? second;
  const common = first.flatMap((type): JsonType[] => {
    if (second.includes(type)) return [type];
    if (type === 'integer' && second.includes('number')) return [type];
    return type === 'number' && second.includes('integer') ? ['integer'] : [];
  });
  return common.length > 0 ? common : first;
}

function commonValues(first: PlainSchema['values'], second: PlainSchema['values']): PlainSchema['values'] {
  if (!first || !second) return first ?? second;
  const common = first.filter((value) => second.some((other) => isDeepStrictEqual(value, other)));
  return common.length > 0 ? common : first;
}
