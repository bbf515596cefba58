import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../../shared/base/json.ts';

/**
 * Compiles a JSON Schema that a server gave; JSON Schema 2020-12 unless it names draft 7 or older. Rejects with the
 * reason when it cannot be used. References to other documents are never fetched, formats are annotations, and
 * regular expressions, which could run for ever, are not run: `pattern` counts for nothing, and a schema with
 * `patternProperties` cannot be used.
 */
export async function compileJsonSchema(schema: JsonObject): Promise<ValidateFunction> {
  // An asynchronous validator would answer with a promise, which reads as "valid".
  if ('$async' in schema) throw new Error('it is asynchronous');
  const isDraft7 = typeof schema['$schema'] === 'string' && /\/draft-0[467]\//.test(schema['$schema']);
  const options = {
    strict: false,
    // JSON has no infinity: a number too large for the engine, such as 1e400, would be sent as null.
    strictNumbers: true,
    validateSchema: false,
    validateFormats: false,
    meta: false,
    logger: false,
    allErrors: true,
    code: { regExp: Object.assign(refuseRegExp, { code: 'refuseRegExp' }) },
  } as const;
  // Loaded on first use, and one instance per schema: two servers may use the same `$id`.
  const { dialects } = await import('./jsonSchemaDialects.ts');
  const ajv = isDraft7 ? new dialects.draft7(options) : new dialects.draft2020(options);
  ajv.removeKeyword('pattern');
  return ajv.compile(schema);
}

function refuseRegExp(): never {
  throw new Error('it has regular expressions for the names of properties');
}
