import { headOf } from '../../base/headOf.ts';
import type { ValidateFunction } from 'ajv';
import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';
import { compileJsonSchema } from '../../base/jsonSchema.ts';

type Problem = (value: JsonValue) => string | undefined;

const maxProblemChars = 500;

/** Checks structured results against the output schemas of their tools. Each schema object is compiled once. */
export class OutputSchemaCheck {
  readonly #compiled = new WeakMap<JsonObject, Promise<Problem>>();

  /** What is wrong, in a sentence; undefined when the value conforms. A schema that cannot be used is such a problem. */
  async problem(schema: JsonObject, value: JsonValue): Promise<string | undefined> {
    let compiled = this.#compiled.get(schema);
    if (!compiled) {
      compiled = compile(schema);
      this.#compiled.set(schema, compiled);
    }
    return (await compiled)(value);
  }
}

async function compile(schema: JsonObject): Promise<Problem> {
  let validate: ValidateFunction;
  try {
    validate = await compileJsonSchema(schema);
  } catch (error) {
    const why = messageOf(error);
    const text = `The tool's output schema cannot be used, so its structured result was not checked: ${why}`;
    return () => headOf(text, maxProblemChars);
  }
  return (value) => {
    if (validate(value)) return undefined;
    const { instancePath = '', message = 'does not conform' } = validate.errors?.[0] ?? {};
    const text = `The structured result does not match the tool's output schema: structuredContent${instancePath} ${message}`;
    return headOf(text, maxProblemChars);
  };
}
