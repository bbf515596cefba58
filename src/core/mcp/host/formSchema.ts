import * as z from 'zod/mini';
import type { ValidateFunction } from 'ajv';
import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { compileJsonSchema } from '../../base/jsonSchema.ts';
import { isNestedTooDeeply } from '../catalog/nesting.ts';
import { reasonOf } from '../errorReason.ts';

/** What is wrong with values for a form, as the end of a sentence; undefined when nothing is. */
export type FormCheck = (content: JsonObject) => string | undefined;

/** More than a person fills in. */
const maxFields = 100;
const maxSchemaChars = 100_000;

/** The formats that the specification names ("client/elicitation", requested schema); others say nothing. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => z.email().safeParse(text).success,
  uri: (text) => URL.canParse(text),
  date: (text) => z.iso.date().safeParse(text).success,
  'date-time': (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
};

/** The fields of a form by name, in the server's order. */
export function fieldsOf(schema: JsonObject): readonly (readonly [name: string, field: JsonObject])[] {
  return Object.entries(asObject(schema['properties']) ?? {}).map(([name, field]) => [name, asObject(field) ?? {}]);
}

/** The names of the fields that must be filled in. */
export function requiredFieldsOf(schema: JsonObject): readonly string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Makes the check of a form. Rejects with the reason when the schema cannot be filled in, or is out of bounds. */
export async function compileForm(schema: JsonObject): Promise<FormCheck> {
  if (isNestedTooDeeply(schema)) throw new Error('it is nested too deeply');
  const fields = fieldsOf(schema);
  if (fields.length > maxFields) throw new Error(`it has more than ${maxFields} fields`);
  if (JSON.stringify(schema).length > maxSchemaChars) throw new Error(`it is longer than ${maxSchemaChars} characters`);
  const names = new Set(fields.map(([name]) => name));
  const missing = requiredFieldsOf(schema).find((name) => !names.has(name));
  if (missing !== undefined) throw new Error(`it requires "${missing}", which is not among its fields`);
  const validate = await compileJsonSchema(schema);
  return (content) => schemaProblem(validate, content) ?? formatProblem(fields, content);
}

function schemaProblem(validate: ValidateFunction, content: JsonObject): string | undefined {
  if (validate(content)) return undefined;
  const [first] = validate.errors ?? [];
  const field = first?.instancePath.slice(1);
  return `${field ? `"${field}"` : 'the form'} ${first?.message ?? 'does not conform'}`;
}

/** The validator of schemas takes formats for annotations. */
function formatProblem(fields: ReturnType<typeof fieldsOf>, content: JsonObject): string | undefined {
  for (const [name, { format }] of fields) {
    const value = content[name];
    if (typeof format !== 'string' || typeof value !== 'string' || !Object.hasOwn(formats, format)) continue;
    if (!formats[format]?.(value)) return `"${name}" is not a valid ${format}`;
  }
  return undefined;
}

/** Says that a schema cannot be used, as a server is told it. */
export function schemaFault(error: unknown): string {
  return `The requested schema cannot be used: ${reasonOf(error)}.`;
}
