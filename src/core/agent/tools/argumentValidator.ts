import type { ErrorObject, ValidateFunction } from 'ajv';
import type { JsonObject } from '../../../shared/base/json.ts';
import { compileJsonSchema } from '../../base/jsonSchema.ts';

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
      compiled = compileJsonSchema(schema).catch(() => undefined);
      this.#compiled.set(schema, compiled);
    }
    const validate = await compiled;
    if (!validate || validate(values)) return undefined;
    const problems = new Set((validate.errors ?? []).map(describe));
    return [...problems].slice(0, maxProblems).join('\n');
  }
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  const where = instancePath === '' ? 'The arguments' : `'${instancePath.slice(1).replaceAll('/', '.')}'`;
  const what = message ?? `violates '${keyword}'`;
  if (keyword === 'additionalProperties') return `${where} ${what}: '${String(params['additionalProperty'])}'`;
  if (keyword === 'enum') return `${where} ${what}: ${JSON.stringify(params['allowedValues'])}`;
  return `${where} ${what}`;
}
