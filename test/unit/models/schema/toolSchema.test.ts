import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/shared/base/json.ts';
import type { SchemaDialect } from '../../../../src/core/models/schema/schemaDialect.ts';
import { toolSchema } from '../../../../src/core/models/schema/toolSchema.ts';

const dialects: readonly SchemaDialect[] = ['openai', 'anthropic', 'google'];

describe('the schema of a tool for a model', () => {
  for (const dialect of dialects) {
    describe(`of ${dialect}`, () => {
      it('is what the server wrote where the provider takes that', () => {
        const plain = {
          type: 'object',
          properties: {
            city: { type: 'string', description: 'Where to', minLength: 2, enum: ['Paris', 'Rome'] },
            stops: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 3 },
            hotel: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          },
          required: ['city'],
        };
        assert.deepEqual(made(plain, dialect), { schema: plain, repairs: [] });
      });

      it('has properties, also where the server wrote none', () => {
        assert.deepEqual(made({ type: 'object' }, dialect), {
          schema: { type: 'object', properties: {} },
          repairs: [],
        });
      });

      it('declares what is only required, since no call without it would be valid', () => {
        const { schema, repairs } = made({ type: 'object', required: ['city', 7, 'city'] }, dialect);
        assert.deepEqual(Object.keys(schema['properties'] ?? {}), ['city']);
        assert.deepEqual(schema['required'], ['city']);
        assert.equal(repairs[0], '"city" is required without being declared');
      });

      it('requires nothing that is not allowed', () => {
        const closed = { type: 'object', properties: {}, required: ['city'], additionalProperties: false };
        const { schema, repairs } = made(closed, dialect);
        assert.equal(schema['required'], undefined);
        assert.deepEqual(repairs, ['"city" is required and not allowed, and left out']);
      });

      it('has local references written out, which changes nothing', () => {
        const { schema, repairs } = made(
          {
            type: 'object',
            properties: { from: { $ref: '#/$defs/city', description: 'Start' }, to: { $ref: '#/definitions/a~1b' } },
            $defs: { city: { type: 'string', description: 'A city' } },
            definitions: { 'a/b': { $ref: '#/$defs/city' } },
          },
          dialect,
        );
        assert.deepEqual(schema, {
          type: 'object',
          properties: { from: { type: 'string', description: 'Start' }, to: { type: 'string', description: 'A city' } },
        });
        assert.deepEqual(repairs, []);
      });

      it('cuts what contains itself', () => {
        const { schema, repairs } = made(
          {
            type: 'object',
            properties: { tree: { $ref: '#/$defs/node' } },
            $defs: { node: { type: 'object', properties: { left: { $ref: '#/$defs/node' }, id: { type: 'string' } } } },
          },
          dialect,
        );
        assert.deepEqual(repairs, ['"tree.left.left" contains itself and is cut']);
        assert.ok(!JSON.stringify(schema).includes('$ref'));
      });

      it('names a reference that leads nowhere, and never fetches one', () => {
        const remote = { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } };
        assert.equal(
          made(remote, dialect).repairs[0],
          '"a" refers to "https://example.com/a.json", which is not in it',
        );
      });

      for (const choice of ['anyOf', 'oneOf']) {
        it(`is one form of several at the top (${choice})`, () => {
          const { schema, repairs } = made(
            {
              type: 'object',
              [choice]: [
                { properties: { kind: { const: 'train' }, seat: { type: 'string' } }, required: ['kind', 'seat'] },
                { properties: { kind: { const: 'car' }, doors: { type: 'integer' } }, required: ['kind'] },
              ],
            },
            dialect,
          );
          assert.deepEqual(schema, {
            type: 'object',
            properties: {
              kind: { type: 'string', enum: ['train', 'car'] },
              seat: { type: 'string' },
              doors: { type: 'integer' },
            },
            required: ['kind'],
          });
          assert.deepEqual(repairs, ['the schema has several forms, which become one']);
        });
      }

      it('joins what allOf has in parts', () => {
        const { schema, repairs } = made(
          {
            type: 'object',
            allOf: [
              { properties: { a: { type: 'number', minimum: 1 } }, required: ['a'] },
              { properties: { a: { type: 'integer' }, b: { type: 'string' } }, required: ['b'] },
            ],
          },
          dialect,
        );
        assert.deepEqual(schema, {
          type: 'object',
          properties: { a: { type: 'integer', minimum: 1 }, b: { type: 'string' } },
          required: ['a', 'b'],
        });
        assert.deepEqual(repairs, []);
      });

      it('has the items of a tuple as alternatives', () => {
        for (const keyword of ['items', 'prefixItems']) {
          const tuple = { type: 'array', [keyword]: [{ type: 'number' }, { type: 'string' }] };
          const { schema } = made({ type: 'object', properties: { point: tuple } }, dialect);
          assert.deepEqual(schema['properties'], {
            point: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
          });
        }
      });

      it('leaves out what no value fits', () => {
        const { schema } = made({ type: 'object', properties: { never: false, city: { type: 'string' } } }, dialect);
        assert.deepEqual(schema['properties'], { city: { type: 'string' } });
      });

      it('passes over keywords whose values mean nothing', () => {
        const broken = { type: 'any', minLength: -1, enum: 'Paris', format: 7, required: true, properties: null };
        const { schema } = made({ type: 'object', properties: { city: { ...broken, description: 'Where' } } }, dialect);
        assert.deepEqual((schema['properties'] as JsonObject)['city'], {
          ...(dialect === 'google' && { type: 'string' }),
          description: 'Where',
        });
      });

      it('holds when a few definitions would make millions', () => {
        const level = (next: number): JsonObject => ({
          type: 'object',
          properties: Object.fromEntries(
            ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, { $ref: `#/$defs/l${next}` }]),
          ),
        });
        const levels = Array.from({ length: 12 }, (_, at): [string, JsonObject] => [`l${at}`, level(at + 1)]);
        const { schema, repairs } = made(
          {
            type: 'object',
            properties: { root: { $ref: '#/$defs/l0' } },
            $defs: Object.fromEntries(levels),
          },
          dialect,
        );
        assert.ok(JSON.stringify(schema).length < 60_000);
        assert.notDeepEqual(repairs, []);
      });

      it('shortens long texts before it gives up', () => {
        const text = 'x'.repeat(20_000);
        const of = (count: number, more: object): JsonObject => ({
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string', ...more }]),
          ),
        });
        const { schema } = made(of(50, { description: text }), dialect);
        assert.equal(Object.keys(schema['properties'] ?? {}).length, 50);
        const many = { enum: Array.from({ length: 9_000 }, (_, at) => `value-${at}`) };
        assert.deepEqual(toolSchema(of(1, many), dialect), { fault: 'its input schema is too large' });
      });

      it('is refused for what is no object', () => {
        for (const schema of [{ type: 'string' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }]) {
          assert.deepEqual(toolSchema(schema, dialect), { fault: 'its input schema is not of type "object"' });
        }
      });

      it('leaves the original as it was', () => {
        const original = { type: 'object', required: ['a'], anyOf: [{ properties: { a: { const: 1 } } }] };
        const before = structuredClone(original);
        toolSchema(original, dialect);
        assert.deepEqual(original, before);
      });
    });
  }

  it('keeps for JSON Schema what OpenAPI cannot say, and tells it there in words', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        site: { type: ['string', 'null'], format: 'uri', description: 'Where' },
        size: { type: 'number', exclusiveMinimum: 0, enum: [1, 2] },
        tags: { type: 'object', additionalProperties: { type: 'string' } },
        value: { type: ['string', 'integer', 'null'] },
        perhaps: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'If known' },
      },
      additionalProperties: false,
    };
    assert.deepEqual(made(schema, 'anthropic').schema, {
      type: 'object',
      properties: {
        site: { type: ['string', 'null'], description: 'Where', format: 'uri' },
        size: { type: 'number', exclusiveMinimum: 0, enum: [1, 2] },
        tags: { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
        value: { type: ['string', 'integer', 'null'] },
        perhaps: { type: ['string', 'null'], description: 'If known' },
      },
      additionalProperties: false,
    });
    assert.deepEqual((made(schema, 'openai').schema['properties'] as JsonObject)['site'], {
      type: ['string', 'null'],
      description: 'Where (format: "uri")',
    });
    assert.deepEqual(made(schema, 'google').schema, {
      type: 'object',
      properties: {
        site: { type: 'string', nullable: true, description: 'Where (format: "uri")' },
        size: { type: 'number', description: '(exclusiveMinimum: 0) (one of: [1,2])' },
        tags: { type: 'object' },
        value: {
          anyOf: [
            { type: 'string', nullable: true },
            { type: 'integer', nullable: true },
          ],
        },
        perhaps: { type: 'string', nullable: true, description: 'If known' },
      },
    });
  });

  it('tells in words what no provider takes, shortened where it is long', () => {
    const written = { type: 'string', description: 'Where', not: { const: 'x' }, examples: ['Rome', 'y'.repeat(300)] };
    for (const dialect of dialects) {
      const { schema, repairs } = made({ type: 'object', properties: { city: written } }, dialect);
      const text = `Where (not: {"const":"x"}) (examples: ["Rome","${'y'.repeat(181)}…)`;
      assert.deepEqual(schema['properties'], { city: { type: 'string', description: text } });
      assert.deepEqual(repairs, []);
    }
  });

  it('reads what drafts and OpenAPI wrote in other ways', () => {
    const { schema } = made(
      {
        type: 'object',
        properties: {
          old: { type: 'number', minimum: 0, exclusiveMinimum: true },
          api: { type: 'string', nullable: true },
          untyped: { enum: ['a', 'b'] },
        },
      },
      'openai',
    );
    assert.deepEqual(schema['properties'], {
      old: { type: 'number', exclusiveMinimum: 0 },
      api: { type: ['string', 'null'] },
      untyped: { type: 'string', enum: ['a', 'b'] },
    });
  });

  it('lacks an optional argument whose name the provider does not take; a required one makes the tool unusable', () => {
    const schema = { type: 'object', properties: { $filter: { type: 'string' }, top: { type: 'integer' } } };
    assert.deepEqual(made(schema, 'openai').repairs, []);
    assert.deepEqual(made(schema, 'anthropic'), {
      schema: { type: 'object', properties: { top: { type: 'integer' } } },
      repairs: ['"$filter" is left out: the model\'s provider takes no such name'],
    });
    const fault = 'its required argument "$filter" has a name that the model\'s provider does not take';
    assert.deepEqual(toolSchema({ ...schema, required: ['$filter'] }, 'google'), { fault });
  });

  it('cuts no character in two: a provider refuses half of one', () => {
    const description = `${'x'.repeat(3_999)}😀`;
    const schema = { type: 'object', properties: { a: { type: 'string', description } } };
    assert.equal((made(schema, 'openai').schema as typeof schema).properties.a.description, 'x'.repeat(3_999));
  });

  it('keeps a property with the name of what all objects have', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{}}}',
    ) as JsonObject;
    assert.deepEqual(made(schema, 'openai').schema, schema);
  });
});

function made(schema: JsonObject, dialect: SchemaDialect): { schema: JsonObject; repairs: readonly string[] } {
  const result = toolSchema(schema, dialect);
  assert.ok('schema' in result, 'fault' in result ? result.fault : '');
  return result;
}
