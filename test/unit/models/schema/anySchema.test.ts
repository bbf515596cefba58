import assert from 'node:assert/strict';
import { asObject, type JsonObject, type JsonValue } from '../../../../src/shared/base/json.ts';
import { compileJsonSchema } from '../../../../src/core/base/jsonSchema.ts';
import { toolSchema } from '../../../../src/core/models/schema/toolSchema.ts';
import { SeededRandom } from '../../../support/seededRandom.ts';

const rounds = 2_000;
const openApiKeywords = new Set([
  ...['type', 'description', 'title', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems'],
  ...['maxItems', 'minProperties', 'maxProperties', 'nullable', 'enum', 'properties', 'required', 'items', 'anyOf'],
]);

describe('whatever a server writes as a schema', function () {
  // Thousands of schemas, each compiled.
  this.timeout(60_000);

  it('becomes one that a strict provider takes', () => {
    for (const schema of madeOf('google')) {
      forEachSchema(schema, (part, at) => {
        const text = `${at}: ${JSON.stringify(part)}`;
        for (const keyword of Object.keys(part)) assert.ok(openApiKeywords.has(keyword), text);
        if (part['anyOf'] !== undefined) return assert.deepEqual(Object.keys(part), ['anyOf'], text);
        assert.equal(typeof part['type'], 'string', text);
        assert.notEqual(part['type'], 'null', text);
        const list = part['enum'] as JsonValue[] | undefined;
        if (list) assert.ok(part['type'] === 'string' && list.length > 0 && !list.includes(''), text);
        if (part['format'] ?? part['pattern']) assert.equal(part['type'], 'string', text);
        if (part['properties'] ?? part['required']) assert.equal(part['type'], 'object', text);
        assert.equal(part['items'] !== undefined, part['type'] === 'array', text);
      });
    }
  });

  for (const dialect of ['openai', 'anthropic'] as const) {
    it(`becomes JSON Schema without references, in one form at the top, for ${dialect}`, async () => {
      for (const schema of madeOf(dialect)) {
        assert.deepEqual([schema['type'], schema['anyOf'], schema['enum']], ['object', undefined, undefined]);
        forEachSchema(schema, (part, at) => {
          const text = `${at}: ${JSON.stringify(part)}`;
          for (const keyword of ['$ref', '$defs', 'allOf', 'oneOf', 'not', 'const', 'nullable', 'prefixItems']) {
            assert.ok(!Object.hasOwn(part, keyword), text);
          }
          const declared = Object.keys(asObject(part['properties']) ?? {});
          for (const name of (part['required'] ?? []) as string[]) assert.ok(declared.includes(name), text);
          if (part['type'] === 'array') assert.ok(asObject(part['items']), text);
        });
        await compileJsonSchema(schema);
      }
    });
  }
});

/** What becomes of the schemas that can be repaired. */
function madeOf(dialect: 'openai' | 'anthropic' | 'google'): JsonObject[] {
  const random = new SeededRandom(7);
  const made = Array.from({ length: rounds }, () =>
    toolSchema({ ...asObject(aSchema(random, 4)), $defs: defs(random) }, dialect),
  );
  const schemas = made.flatMap((result) => ('schema' in result ? [result.schema] : []));
  assert.ok(schemas.length > rounds / 4, `only ${schemas.length} are left`);
  return schemas;
}

function defs(random: SeededRandom): JsonObject {
  return { a: aSchema(random, 2), b: { type: 'object', properties: { again: { $ref: '#/$defs/b' } } } };
}

/** A schema of a few keywords that fit together, or do not. */
function aSchema(random: SeededRandom, levels: number): JsonValue {
  const inner = (): JsonValue => (levels === 0 ? random.pick([true, false, {}, 7, null]) : aSchema(random, levels - 1));
  const several = (): JsonValue[] => Array.from({ length: random.below(4) }, inner);
  const names = ['a', 'b c', '$x', '1st', 'type', 'properties'];
  const makers: readonly (() => JsonObject)[] = [
    () => ({ type: random.pick(['object', 'object', 'string', 'array', 'integer', 'null', 'any', 7]) }),
    () => ({ type: [random.pick(['object', 'string']), random.pick(['null', 'array', 'number'])] }),
    () => ({ properties: Object.fromEntries([0, 1].map(() => [random.pick(names), inner()])) }),
    () => ({ required: [random.pick(names), random.pick(names), random.pick([3, 'z'])] }),
    () => ({ items: random.pick([inner(), several()]) }),
    () => ({ prefixItems: several() }),
    () => ({ [random.pick(['anyOf', 'oneOf', 'allOf'])]: several() }),
    () => ({ $ref: random.pick(['#/$defs/a', '#/$defs/b', '#', '#/nowhere', 'https://example.com/x']) }),
    () => ({ enum: [random.pick(['', 'x', 1, null, true]), random.pick(['y', 2])] }),
    () => ({ const: random.pick<JsonValue>(['k', 5, null, { a: 1 }]) }),
    () => ({ additionalProperties: random.pick([inner(), true, false]) }),
    () => ({ format: random.pick(['uri', 'date-time', 'made-up']), pattern: '[', minimum: random.pick([1, 'one']) }),
    () => ({ nullable: true, exclusiveMinimum: true, minimum: 2, default: {} }),
    () => ({ not: inner(), if: inner(), patternProperties: { '^a': inner() }, $id: 'https://example.com/id' }),
  ];
  const parts = Array.from({ length: 1 + random.below(4) }, () => random.pick(makers)());
  return Object.assign({}, ...parts) as JsonObject;
}

function forEachSchema(schema: JsonObject, check: (part: JsonObject, at: string) => void, at = '#'): void {
  check(schema, at);
  for (const [name, value] of Object.entries(asObject(schema['properties']) ?? {})) {
    forEachSchema(value as JsonObject, check, `${at}/${name}`);
  }
  for (const keyword of ['items', 'additionalProperties']) {
    const value = asObject(schema[keyword]);
    if (value) forEachSchema(value, check, `${at}/${keyword}`);
  }
  for (const form of (schema['anyOf'] ?? []) as JsonObject[]) forEachSchema(form, check, `${at}/anyOf`);
}
