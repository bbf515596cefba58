import type { ErrorObject, ValidateFunction } from 'ajv';
import type { JsonObject } from '../../../shared/base/json.ts';

const maxProblems = 10;

/**
 * Checks arguments against the schema that a server gave for its tool, before anybody is asked. Each schema object is
 * compiled once. A schema that cannot be compiled blocks nothing: the server checks its arguments itself.
 */
export class ArgumentValidator {
  readonly #compiled = new WeakMap<JsonObject, Promise<ValidateFunction | undefined>>();

  /** What is wrong, one line each, for the model; undefined when nothing is. */
  async problems(schema: JsonObject, values: JsonObject): Promise<string | undefined> {
    let compiled = this.#compiled.get(schema);
    if (!compiled) {
      compiled = compile(schema);
      this.#compiled.set(schema, compiled);
    }
    const validate = await compiled;
    if (!validate || validate(values)) return undefined;
    const problems = new Set((validate.errors ?? []).map(describe));
    return [...problems].slice(0, maxProblems).join('\n');
  }
}

/** Loads ajv on first use. References to other documents are never fetched: such a schema does not compile. */
async function compile(schema: JsonObject): Promise<ValidateFunction | undefined> {
  // An asynchronous validator would answer with a promise, which reads as "valid".
  if ('$async' in schema) return undefined;
  const isDraft7 = typeof schema['$schema'] === 'string' && /\/draft-0[467]\//.test(schema['$schema']);
  const options = {
    strict: false,
    validateSchema: false,
    validateFormats: false,
    meta: false,
    logger: false,
    allErrors: true,
    code: { regExp: Object.assign(refuseRegExp, { code: 'refuseRegExp' }) },
  } as const;
  try {
    // One instance per schema: two servers may use the same `$id`.
    const ajv = isDraft7
      ? new (await import('ajv')).Ajv(options)
      : new (await import('ajv/dist/2020.js')).Ajv2020(options);
    // A regular expression of a server could run for ever; the server may run its own.
    ajv.removeKeyword('pattern');
    return ajv.compile(schema);
  } catch {
    return undefined;
  }
}

/** Keywords that cannot do without regular expressions (`patternProperties`) make a schema one that is not checked. */
function refuseRegExp(): never {
  throw new Error('Regular expressions of servers are not run');
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  const where = instancePath === '' ? 'The arguments' : `'${instancePath.slice(1).replaceAll('/', '.')}'`;
  const what = message ?? `violates '${keyword}'`;
  if (keyword === 'additionalProperties') return `${where} ${what}: '${String(params['additionalProperty'])}'`;
  if (keyword === 'enum') return `${where} ${what}: ${JSON.stringify(params['allowedValues'])}`;
  return `${where} ${what}`;
}
