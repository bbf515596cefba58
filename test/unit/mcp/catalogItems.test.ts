import assert from 'node:assert/strict';
import { judgeTool } from '../../../src/core/mcp/catalog/catalogItems.ts';

describe('an item of a list of tools', () => {
  const inputSchema = { type: 'object' };

  it('is taken as its server wrote it', () => {
    const raw = { name: 'do it: now!', title: 'Do', description: 'Does it', inputSchema, icons: [] };
    const judged = judgeTool('tour', raw);
    assert.ok('item' in judged);
    assert.equal(judged.item.name, 'do it: now!');
    assert.equal(judged.item.inputSchema, inputSchema);
    assert.equal(judged.item.raw, raw);
  });

  const schemas: readonly [string, unknown][] = [
    ['that leaves its type open', {}],
    ['with alternatives at the top', { anyOf: [{ type: 'object' }, { type: 'null' }] }],
    ['that may be null, too', { type: ['object', 'null'] }],
    ['that requires what it does not declare', { type: 'object', required: ['city'] }],
  ];
  for (const [what, schema] of schemas) {
    it(`is taken with a schema ${what}: models get it repaired`, () => {
      assert.ok('item' in judgeTool('tour', { name: 'book', inputSchema: schema }));
    });
  }

  const faults: readonly [string, unknown, string][] = [
    ['is no object', 'book', 'an item of its tool list is no object'],
    ['has no name', { inputSchema }, 'a tool has no name'],
    ['has an empty name', { name: '', inputSchema }, 'a tool has no name'],
    ['has a number for a name', { name: 7, inputSchema }, 'a tool has no name'],
    [
      'has a name of more than 128 characters',
      { name: 'x'.repeat(129), inputSchema },
      `the name of a tool, "${'x'.repeat(40)}"…, is longer than 128 characters`,
    ],
    [
      'has control characters in its name',
      { name: 'a\u001b[2Jb', inputSchema },
      'the name of a tool, "a\\u001b[2Jb", has control characters',
    ],
    [
      'has half a character in its name',
      { name: 'a\ud800', inputSchema },
      'the name of a tool, "a\ufffd", is not valid text',
    ],
    ['has no schema', { name: 'book' }, 'the input schema of "book" is no object'],
    ['has a list for a schema', { name: 'book', inputSchema: [] }, 'the input schema of "book" is no object'],
    [
      'takes text instead of an object',
      { name: 'book', inputSchema: { type: 'string' } },
      'the input schema of "book" is not of type "object"',
    ],
    [
      'has a type that is none',
      { name: 'book', inputSchema: { type: 7 } },
      'the input schema of "book" is not of type "object"',
    ],
    [
      'has text for the schema of its results',
      { name: 'book', inputSchema, outputSchema: 'text' },
      'the output schema of "book" is no object',
    ],
  ];
  for (const [what, value, fault] of faults) {
    it(`is left out and named when it ${what}`, () => {
      assert.deepEqual(judgeTool('tour', value), { fault });
    });
  }

  it('may have a name of exactly 128 characters', () => {
    assert.ok('item' in judgeTool('tour', { name: 'x'.repeat(128), inputSchema }));
  });
});
