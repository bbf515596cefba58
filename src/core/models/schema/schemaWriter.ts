import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';
import { headOf } from '../../base/headOf.ts';
import type { DialectRules } from './schemaDialect.ts';
import { anything, bothOf, mergedForms } from './plainSchema.ts';
import type { JsonType, PlainSchema } from './plainSchema.ts';
import { nameOf } from './schemaReader.ts';

/** Characters of what a description says of a keyword that cannot be sent. */
const toldChars = 200;

type Path = readonly string[];

/** Writes plain schemas in the dialect of one provider. One writer writes one schema. */
export class SchemaWriter {
  /** What the model is told differently from what the server said, for a person. */
  readonly repairs = new Set<string>();
  readonly #rules: DialectRules;

  constructor(rules: DialectRules) {
    this.#rules = rules;
  }

  write(schema: PlainSchema, path: Path = []): JsonObject {
    const folded = withNullAsType(schema);
    return this.#rules.isLoose ? this.#loose(folded, path) : this.#strict(folded, path);
  }

  #loose(schema: PlainSchema, path: Path): JsonObject {
    const { types, anyOf } = schema;
    const [only, ...others] = types ?? [];
    return {
      ...(only !== undefined && { type: others.length === 0 ? only : [only, ...others] }),
      ...this.#body(schema, path),
      ...(anyOf && { anyOf: anyOf.map((form) => this.write(form, path)) }),
    };
  }

  /** One type each, and alternatives alone. */
  #strict(schema: PlainSchema, path: Path): JsonObject {
    const { anyOf, types, words } = schema;
    if (anyOf && schema.properties) {
      this.repairs.add(`${nameOf(path)} has several forms, which become one`);
      return this.#strict(mergedForms(schema), path);
    }
    const forms = anyOf ?? formsOfTypes(schema);
    if (forms) {
      const isNullable = [...forms.flatMap((form) => form.types ?? []), ...(types ?? [])].includes('null');
      const others = forms.filter((form) => !isNull(form));
      const [only, ...more] = others.map((form) =>
        bothOf({ ...form, types: isNullable ? nullable(form) : form.types }, { words }),
      );
      if (only && more.length === 0) return this.#strict(only, path);
      if (only) return { anyOf: [only, ...more].map((form) => this.#strict(form, path)) };
    }
    const [type] = types?.filter((it) => it !== 'null') ?? [];
    const isNullable = types?.includes('null') === true;
    if (type === undefined) return this.#strict(this.#typed(schema, path), path);
    return { type, ...this.#body({ ...schema, types: [type] }, path), ...(isNullable && { nullable: true }) };
  }

  /** What may be of any type, as the one that can stand for it. */
  #typed(schema: PlainSchema, path: Path): PlainSchema {
    this.repairs.add(`${nameOf(path)} may be anything and becomes text`);
    return { ...schema, types: schema.types ? ['string', 'null'] : ['string'] };
  }

  #body(schema: PlainSchema, path: Path): JsonObject {
    const { types, properties, required, items, additional } = schema;
    const isObject = types?.includes('object') ?? (properties !== undefined || (required?.length ?? 0) > 0);
    const isArray = types?.includes('array') ?? items !== undefined;
    return {
      ...this.#words(schema),
      ...this.#values(schema),
      ...(isObject && this.#properties(schema, path)),
      ...(isArray && { items: this.write(items ?? anything, [...path, '[]']) }),
      ...(isObject && this.#additional(additional, path)),
    };
  }

  #properties(schema: PlainSchema, path: Path): JsonObject {
    const { propertyName, isLoose } = this.#rules;
    const declared = this.#withRequired(schema, path);
    const named = [...declared].filter(([name]) => propertyName.test(name));
    for (const [name] of declared) {
      if (propertyName.test(name)) continue;
      this.repairs.add(`${nameOf([...path, name])} is left out: the model's provider takes no such name`);
    }
    const written = named.map(([name, property]): [string, JsonObject] => [
      name,
      this.write(property, [...path, name]),
    ]);
    const required = (schema.required ?? []).filter((name) => named.some(([other]) => other === name));
    // A strict provider refuses an object that declares that it has nothing.
    const isEmpty = written.length === 0 && !isLoose;
    return {
      ...(!isEmpty && { properties: Object.fromEntries(written) }),
      ...(required.length > 0 && { required }),
    };
  }

  /** A property that is required and declared nowhere may have any value: without it no call would be valid. */
  #withRequired({ properties, required, additional }: PlainSchema, path: Path): ReadonlyMap<string, PlainSchema> {
    const declared = new Map(properties);
    for (const name of required ?? []) {
      if (declared.has(name)) continue;
      if (additional === false) {
        this.repairs.add(`${nameOf([...path, name])} is required and not allowed, and left out`);
        continue;
      }
      this.repairs.add(`${nameOf([...path, name])} is required without being declared`);
      declared.set(name, typeof additional === 'object' ? additional : anything);
    }
    return declared;
  }

  #additional(additional: PlainSchema['additional'], path: Path): JsonObject {
    if (additional === undefined || !this.#rules.hasAdditional) return {};
    if (typeof additional === 'boolean') return { additionalProperties: additional };
    return { additionalProperties: this.write(additional, [...path, '*']) };
  }

  #values({ values, types }: PlainSchema): JsonObject {
    if (!values) return {};
    const sendable = this.#sendableValues(values, types);
    return sendable.length > 0 ? { enum: [...sendable] } : {};
  }

  #sendableValues(values: readonly JsonValue[], types: PlainSchema['types']): readonly JsonValue[] {
    if (this.#rules.hasAnyEnum) return values;
    return types?.[0] === 'string' ? values.filter((value) => typeof value === 'string' && value !== '') : [];
  }

  /** Keywords that the provider takes as they are; the others as text, since the model can follow them all the same. */
  #words({ words, values, types }: PlainSchema): JsonObject {
    const told: string[] = [];
    const kept: [string, JsonValue][] = [];
    for (const [name, value] of words) {
      if (name === 'description' || !means(name, types)) continue;
      if (this.#takes(name, value)) kept.push([name, value]);
      else told.push(`${name}: ${JSON.stringify(value)}`);
    }
    if (values && this.#sendableValues(values, types).length === 0) told.push(`one of: ${JSON.stringify(values)}`);
    const own = words.get('description');
    const texts = [...(typeof own === 'string' ? [own] : []), ...told.map((text) => `(${shortened(text)})`)];
    const description = texts.join(' ').trim();
    return { ...(description !== '' && { description }), ...Object.fromEntries(kept) };
  }

  #takes(name: string, value: JsonValue): boolean {
    const { formats, keywords } = this.#rules;
    return name === 'format' ? !formats || formats.has(value as string) : keywords.has(name);
  }
}

function shortened(text: string): string {
  return text.length <= toldChars ? text : `${headOf(text, toldChars)}…`;
}

/** What keywords are about; one without an entry is about all. */
const wordTypes: Readonly<Record<string, readonly JsonType[]>> = {
  ...wordsAbout(['string'], ['format', 'pattern', 'minLength', 'maxLength']),
  ...wordsAbout(['number', 'integer'], ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  ...wordsAbout(['array'], ['minItems', 'maxItems', 'uniqueItems']),
  ...wordsAbout(['object'], ['minProperties', 'maxProperties']),
};

function wordsAbout(types: readonly JsonType[], words: readonly string[]): Record<string, readonly JsonType[]> {
  return Object.fromEntries(words.map((word) => [word, types]));
}

/** Whether a keyword means anything for values of these types. Strict providers refuse one that does not. */
function means(word: string, types: PlainSchema['types']): boolean {
  return !types || (wordTypes[word]?.some((type) => types.includes(type)) ?? true);
}

/** `null` as one of the types, where the only other form has its types named. */
function withNullAsType(schema: PlainSchema): PlainSchema {
  const { anyOf, ...rest } = schema;
  const others = anyOf?.filter((form) => !isNull(form));
  const [only, ...more] = others ?? [];
  if (!anyOf || !only?.types || more.length > 0 || others?.length === anyOf.length) return schema;
  const values = only.values && !only.values.includes(null) ? [...only.values, null] : only.values;
  return bothOf({ ...rest, types: rest.types && nullable(rest) }, { ...only, types: nullable(only), values });
}

function isNull({ types }: PlainSchema): boolean {
  return types?.length === 1 && types[0] === 'null';
}

function nullable({ types }: PlainSchema): readonly JsonType[] | undefined {
  return types && [...new Set([...types, 'null' as const])];
}

/** A form for each type, where there are several besides `null`. */
function formsOfTypes(schema: PlainSchema): readonly PlainSchema[] | undefined {
  const types = schema.types?.filter((type) => type !== 'null') ?? [];
  if (types.length < 2) return undefined;
  const { properties, required, additional, items, values } = schema;
  return types.map((type): PlainSchema => ({
    types: [type],
    ...(type === 'object' && { properties, required, additional }),
    ...(type === 'array' && { items }),
    values: values?.filter((value) => (type === 'string') === (typeof value === 'string')),
    words: new Map(),
  }));
}
