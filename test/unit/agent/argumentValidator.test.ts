import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/shared/base/json.ts';
import { ArgumentValidator } from '../../../src/core/agent/tools/argumentValidator.ts';

describe('ArgumentValidator', () => {
  const validator = new ArgumentValidator();
  const problems = (schema: JsonObject, values: JsonObject): Promise<string | undefined> =>
    validator.problems(schema, values);

  it('accepts what fits and names each thing that does not', async () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 }, mood: { enum: ['calm', 'wild'] } },
      required: ['city'],
      additionalProperties: false,
    };
    assert.equal(await problems(schema, { city: 'Paris', days: 3 }), undefined);
    assert.equal(
      await problems(schema, { days: 0, mood: 'sad', hotel: 'Ritz' }),
      [
        "The arguments must have required property 'city'",
        "The arguments must NOT have additional properties: 'hotel'",
        "'days' must be >= 1",
        '\'mood\' must be equal to one of the allowed values: ["calm","wild"]',
      ].join('\n'),
    );
  });

  it('reads a schema by the draft it names; without one by draft 2020-12', async () => {
    const tuple = { type: 'object', properties: { pair: { prefixItems: [{ type: 'number' }], items: false } } };
    assert.equal(await problems(tuple, { pair: [1] }), undefined);
    assert.match((await problems(tuple, { pair: ['x'] })) ?? '', /'pair\.0' must be number/);
    const draft7: JsonObject = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { pair: { items: [{ type: 'number' }], additionalItems: false } },
    };
    assert.match((await problems(draft7, { pair: [1, 2] })) ?? '', /'pair' must NOT have more than 1 items/);
  });

  it('follows references within the schema and fetches none', async () => {
    const inside: JsonObject = {
      type: 'object',
      properties: { from: { $ref: '#/$defs/city' } },
      $defs: { city: { type: 'string' } },
    };
    assert.match((await problems(inside, { from: 1 })) ?? '', /'from' must be string/);
    const outside: JsonObject = { type: 'object', properties: { from: { $ref: 'http://127.0.0.1:9/city.json' } } };
    assert.equal(await problems(outside, { from: 1 }), undefined);
  });

  it('takes no number that is too large to be sent', async () => {
    const schema: JsonObject = { properties: { days: { type: 'integer' }, price: { type: 'number' } } };
    assert.equal(
      await problems(schema, JSON.parse('{"days":1e400,"price":-1e400}') as JsonObject),
      "'days' must be integer\n'price' must be number",
    );
  });

  it('blocks no call for a schema that cannot be used', async () => {
    const unusable: JsonObject[] = [
      { type: 'nonsense' },
      { type: 'object', required: 5 },
      { $async: true, type: 'object' },
      { $schema: 'https://example.com/own', type: 'object', properties: { a: { $ref: '#/nowhere' } } },
      { type: 'object', patternProperties: { '^(a+)+$': { type: 'string' } }, additionalProperties: false },
    ];
    for (const schema of unusable) assert.equal(await problems(schema, { aaaa: 1 }), undefined);
  });

  it('never runs a regular expression of a server', async () => {
    const schema: JsonObject = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } };
    assert.equal(await problems(schema, { text: `${'a'.repeat(40)}!` }), undefined);
  });

  it('keeps schemas of the same $id apart', async () => {
    const one: JsonObject = { $id: 'https://example.com/a', type: 'object', required: ['one'] };
    const two: JsonObject = { $id: 'https://example.com/a', type: 'object', required: ['two'] };
    assert.match((await problems(one, {})) ?? '', /'one'/);
    assert.match((await problems(two, {})) ?? '', /'two'/);
  });
});
