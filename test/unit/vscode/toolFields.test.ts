import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/shared/base/json.ts';
import { argumentRemarks, fieldValue, jsonDraft, toolForm } from '../../../src/vscode/toolFields.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    note: { type: ['string', 'null'], description: 'A remark' },
    city: { type: 'string', title: 'City' },
    days: { type: 'integer', default: 3 },
    isReturn: { type: 'boolean' },
    class: { enum: ['first', 'second', 3] },
  },
  required: ['city', 'class'],
};

describe('The form of a tool', () => {
  it('asks for what is required first, each in its kind', () => {
    const { fields, others } = toolForm(schema);
    assert.deepEqual(
      fields.map(({ name, kind, isRequired }) => [name, kind, isRequired]),
      [
        ['city', 'text', true],
        ['class', 'choice', true],
        ['note', 'text', false],
        ['days', 'number', false],
        ['isReturn', 'boolean', false],
      ],
    );
    assert.deepEqual(others, []);
  });

  it('keeps titles, descriptions, defaults and choices', () => {
    const { fields } = toolForm(schema);
    const byName = new Map(fields.map((field) => [field.name, field]));
    assert.equal(byName.get('city')?.title, 'City');
    assert.equal(byName.get('note')?.description, 'A remark');
    assert.equal(byName.get('days')?.preset, 3);
    assert.deepEqual(byName.get('class')?.choices, ['first', 'second', 3]);
  });

  const others: readonly (readonly [string, JsonObject])[] = [
    ['an object', { type: 'object' }],
    ['a list', { type: 'array' }],
    ['a choice of shapes', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['a reference', { $ref: '#/$defs/a' }],
    ['anything', {}],
  ];
  for (const [kind, property] of others) {
    it(`leaves ${kind} to JSON`, () => {
      const form = toolForm({ type: 'object', properties: { city: { type: 'string' }, x: property } });
      assert.deepEqual([form.fields.map(({ name }) => name), form.others], [['city'], ['x']]);
    });
  }

  it('leaves everything to JSON where arguments depend on each other', () => {
    const combined: JsonObject = { ...schema, oneOf: [{ required: ['note'] }, { required: ['days'] }] };
    const { fields, others } = toolForm(combined);
    assert.deepEqual([fields, others.length], [[], 5]);
  });

  it('is empty for a tool without arguments', () => {
    assert.deepEqual(toolForm({ type: 'object' }), { fields: [], others: [] });
  });
});

describe('What is typed for a number', () => {
  const [field] = toolForm({ type: 'object', properties: { days: { type: 'integer' } } }).fields;

  it('is a number where it can be read as one, and else the text, which the schema refuses', () => {
    assert.ok(field);
    assert.deepEqual(
      ['3', '-2.5', 'two', '', ' ', 'Infinity'].map((typed) => fieldValue(field, typed)),
      [3, -2.5, 'two', '', ' ', 'Infinity'],
    );
  });
});

describe('The arguments to begin writing JSON with', () => {
  it('hold what is known and an empty value of the right shape for each that is required', () => {
    const nested: JsonObject = {
      type: 'object',
      properties: {
        city: { type: 'string' },
        stops: { type: 'array' },
        options: { type: 'object' },
        days: { type: 'integer', default: 3 },
        note: { type: 'string' },
      },
      required: ['city', 'stops', 'options', 'days'],
    };
    assert.deepEqual(jsonDraft(nested, { city: 'Paris' }), { city: 'Paris', stops: [], options: {}, days: 3 });
  });
});

describe('What a schema says of arguments', () => {
  it('is their types and descriptions', () => {
    assert.deepEqual(argumentRemarks(schema), [
      'note (string or null): A remark',
      'city (string)',
      'days (integer)',
      'isReturn (boolean)',
      'class',
    ]);
  });
});
