import type { JsonObject } from '../../../shared/base/json.ts';
import { asObject } from '../../../shared/base/json.ts';
import { mayBeObject, mergedForms } from './plainSchema.ts';
import type { PlainSchema } from './plainSchema.ts';
import { dialectRules } from './schemaDialect.ts';
import type { SchemaDialect } from './schemaDialect.ts';
import { SchemaReader } from './schemaReader.ts';
import type { ReadLimits } from './schemaReader.ts';
import { SchemaWriter } from './schemaWriter.ts';

/** A tool's schema as a provider takes it, with what it says differently; or why there is none. */
export type ToolSchema =
  { readonly schema: JsonObject; readonly repairs: readonly string[] } | { readonly fault: string };

/** Characters of a schema as JSON; more would crowd out the conversation, or be refused. */
const maxChars = 60_000;

/** Tried one after the other until the schema is small enough. */
const limits: readonly ReadLimits[] = [
  { levels: 16, repeats: 1, schemas: 1_000, textChars: 4_000 },
  { levels: 8, repeats: 0, schemas: 1_000, textChars: 500 },
  { levels: 3, repeats: 0, schemas: 1_000, textChars: 100 },
];

/**
 * The schema of a tool's arguments in the dialect of a model's provider. Some refuse a whole request for one tool whose
 * schema they do not take, so whatever they might refuse is put in other words. Only what tells the model something
 * else than the server did counts as a repair. Arguments are validated against the original, which is not touched.
 */
export function toolSchema(original: JsonObject, dialect: SchemaDialect): ToolSchema {
  for (const [at, limit] of limits.entries()) {
    const reader = new SchemaReader(original, limit);
    const read = reader.read();
    if (reader.isCut && at < limits.length - 1) continue;
    if (!mayBeObject(read)) return { fault: 'its input schema is not of type "object"' };
    const writer = new SchemaWriter(dialectRules[dialect]);
    const top = atTop(read, reader.repairs);
    const schema = { type: 'object', properties: {}, ...writer.write(top) };
    const missing = unsendable(top, schema);
    if (missing !== undefined) {
      return { fault: `its required argument "${missing}" has a name that the model's provider does not take` };
    }
    if (JSON.stringify(schema).length > maxChars) continue;
    return { schema, repairs: [...reader.repairs, ...writer.repairs] };
  }
  return { fault: 'its input schema is too large' };
}

/** An object in one form: no provider takes alternatives, or anything else, at the top. */
function atTop(read: PlainSchema, repairs: Set<string>): PlainSchema {
  const isChoice = read.anyOf !== undefined;
  if (isChoice) repairs.add('the schema has several forms, which become one');
  if (!read.types) repairs.add('the schema has no type');
  const { properties, required, additional, words } = isChoice ? mergedForms(read) : read;
  // A title or a default of the whole is of no use, and refused by some.
  const kept = [...words].filter(([name]) => name === 'description');
  return { types: ['object'], properties, required, additional, words: new Map(kept) };
}

/** A required argument of the tool that could not be written. */
function unsendable({ required, additional }: PlainSchema, { properties }: JsonObject): string | undefined {
  const written = asObject(properties) ?? {};
  return required?.find((name) => !Object.hasOwn(written, name) && additional !== false);
}
