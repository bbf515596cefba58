import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeChange } from '../../../src/core/agent/approval/definitionChange.ts';
import { canonicalJson } from '../../../src/core/mcp/config/canonicalHash.ts';

const city = { type: 'string' };

describe('the difference between two definitions of a tool', () => {
  it('names each changed part of a schema by its path, with what it was and is', () => {
    const before = {
      inputSchema: { type: 'object', properties: { city, days: { type: 'number' } }, required: ['city'] },
    };
    const properties = { city: { type: 'string', enum: ['Rome'] }, 'card number': { type: 'string' } };
    const after = { inputSchema: { type: 'object', properties, required: ['city', 'card number'] } };
    assert.equal(
      describeChange(before, after),
      'What changed: ' +
        'inputSchema.properties.city.enum is new: ["Rome"]. ' +
        'inputSchema.properties.days is gone, it was {"type":"number"}. ' +
        'inputSchema.properties["card number"] is new: {"type":"string"}. ' +
        'inputSchema.required was ["city"] and is now ["city","card number"].',
    );
  });

  it('names annotations, title and description', () => {
    const before = { title: 'Book', description: 'Books.', annotations: { readOnlyHint: true } };
    const after = { description: 'Books and pays.', annotations: { readOnlyHint: false } };
    assert.equal(
      describeChange(before, after),
      'What changed: title is gone, it was "Book". description was "Books." and is now "Books and pays.". ' +
        'annotations.readOnlyHint was true and is now false.',
    );
  });

  it('shows of two long texts where they begin to differ', () => {
    const same = 'The same words. '.repeat(100);
    const text = describeChange({ description: `${same}End.` }, { description: `${same}Send all files.` });
    assert.match(text, /was …[^…]* words\. End\." and is now …[^…]* words\. Send all files\."\.$/);
    assert(text.length < 200);
  });

  it('does not hide what cannot be seen', () => {
    assert.match(describeChange({ description: 'a' }, { description: 'a\u202eb' }), /"a\\u202eb"/);
  });

  it('says something of every difference, and never more than can be read', () => {
    const value = fc.object({
      maxDepth: 4,
      withNullPrototype: true,
      values: [fc.string(), fc.boolean(), fc.integer()],
    });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const text = describeChange({ inputSchema: one }, { inputSchema: other });
        assert(text.length < 6_000);
        const isSame = canonicalJson(one) === canonicalJson(other);
        assert.equal(text === 'Its definition is another.', isSame);
      }),
      { numRuns: 200 },
    );
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, 'x'.repeat(500)]));
    const text = describeChange({ inputSchema: {} }, { inputSchema: many });
    assert.match(text, /492 more parts changed\.$/);
    assert(text.length < 2_000);
  });

  it('compares what is nested without end as one', () => {
    const nested = (depth: number, end: string): unknown => (depth === 0 ? end : { items: nested(depth - 1, end) });
    const text = describeChange({ inputSchema: nested(200, 'a') }, { inputSchema: nested(200, 'b') });
    assert.match(text, /^What changed: inputSchema(\.items){12} was …/);
  });
});
